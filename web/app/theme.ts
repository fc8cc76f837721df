import { Anchor, createTheme, type MantineTheme } from '@mantine/core';

/** The theme, whose variables become a style sheet when the pages are built. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  // The one scale of spacing and type; styles take no other figures.
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.5rem' },
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "Liberation Mono", Menlo, monospace',
  // Every further weight is a font to be found before the first paint.
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Links within a text have to differ by more than their colour.
  components: { Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }) },
});

const badgeColors = ['teal', 'blue', 'red', 'yellow', 'gray', 'grape', 'orange'];

/** White words on a filled button that the pointer is over: darker than it, where Mantine's is lighter. */
const hovered = { '--mantine-color-teal-filled-hover': '#066549' };

/** Mantine's own dimmed and tinted texts have too little contrast. */
export function themeVariables({ colors }: MantineTheme) {
  const shade = (color: string, index: number) => colors[color]?.[index] ?? '';
  const tinted = (index: number) =>
    Object.fromEntries(
      badgeColors.map((color) => [`--mantine-color-${color}-light-color`, shade(color, index)]),
    );
  return {
    variables: {},
    light: {
      ...hovered,
      '--mantine-color-dimmed': shade('gray', 7),
      '--mantine-color-placeholder': shade('gray', 7),
      '--mantine-color-error': shade('red', 9),
      '--mantine-color-anchor': shade('teal', 9),
      ...tinted(9),
      '--mantine-color-teal-light-color': '#04543c',
      '--mantine-color-yellow-light-color': '#7a4100',
      '--mantine-color-orange-light-color': '#8a2f00',
    },
    dark: {
      ...hovered,
      '--mantine-color-dimmed': shade('dark', 1),
      '--mantine-color-placeholder': shade('dark', 1),
      '--mantine-color-error': shade('red', 4),
      '--mantine-color-anchor': shade('teal', 4),
      ...tinted(2),
    },
  };
}
