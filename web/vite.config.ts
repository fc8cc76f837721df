import path from 'node:path';
import {
  convertCssVariables,
  defaultCssVariablesResolver,
  DEFAULT_THEME as mantineTheme,
  mergeMantineTheme,
} from '@mantine/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { theme, themeVariables } from './app/theme.ts';

/**
 * The variables of the theme as a file of their own. Mantine would write them into the page, which the policy of the
 * pages forbids.
 */
function themeStyles(): Plugin {
  const file = path.join(import.meta.dirname, 'styles', 'theme-variables.css');
  return {
    name: 'theme-styles',
    resolveId: (source) => (source === 'virtual:theme-variables.css' ? file : undefined),
    load(id) {
      if (id !== file) return undefined;
      const merged = mergeMantineTheme(mantineTheme, theme);
      const own = themeVariables(merged);
      const given = defaultCssVariablesResolver(merged);
      return convertCssVariables(
        {
          variables: { ...given.variables, ...own.variables },
          light: { ...given.light, ...own.light },
          dark: { ...given.dark, ...own.dark },
        },
        ':root',
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), themeStyles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Inlining small files breaks the policy, which allows it for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    // While the pages are worked on, a service that runs beside answers all that is not a page.
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/icons', '/uploads', '/upload', '/version', '/web-config.json', '/feed.atom'].map(
        (start) => [start, { target: 'http://127.0.0.1:8080', ws: start === '/graphql' }],
      ),
    ),
  },
});
