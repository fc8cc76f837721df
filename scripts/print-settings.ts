/**
 * Program: prints the settings of the service, as src/settings/schema.ts has them, into docs/settings.md and
 * .env.example. Of the page it writes the tables between `<!-- settings: … -->` and the next empty line, of the example
 * all but the bot's part, which is written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { documented } from '../src/config.ts';
import { withoutLinks } from '../src/settings/settings-in-force.ts';

type Setting = (typeof documented)[number];

const page = 'docs/settings.md';
const example = '.env.example';
const marker = /<!-- settings: (.+) -->\n[\s\S]*?\n(?=\n|$)/g;
const ofTheBot = '# --- The Discord bot ---';

/** The files as they are to be, by their path. */
export function printedSettings(): Map<string, string> {
  const [, byHand = ''] = readFileSync(example, 'utf8').split(ofTheBot);
  return new Map([
    [
      page,
      readFileSync(page, 'utf8').replace(marker, (_, groups: string) => {
        const isShown = (one: Setting) =>
          groups === 'common' ? one.isCommon : !one.isCommon && groups.split(', ').includes(one.group);
        return `<!-- settings: ${groups} -->\n${table(documented.filter(isShown))}\n`;
      }),
    ],
    [example, `${exampleHead}\n${documented.map(lines).join('')}\n${ofTheBot}${byHand}`],
  ]);
}

const exampleHead = `# All settings, each with its default. A line without a value means: not set.
# Copied to .env, it is read at the start by the service, the bot, the command line, npm run token and npm run demo.

# --- The service, printed from src/settings/schema.ts by npm run settings ---`;

const standardOf = ({ standard, isOfMachine }: Setting) => (isOfMachine ? '' : (standard ?? ''));

function table(rows: readonly Setting[]): string {
  const row = (one: Setting) => {
    const standard = standardOf(one) === '' ? 'not set' : `\`${standardOf(one)}\``;
    const range = one.unit === undefined ? one.range : `${one.unit}; ${one.range}`;
    return `| \`${one.name}\` | ${standard} | ${range} | ${one.says} |`;
  };
  return ['| Setting | Default | Unit; range | Effect |', '|---|---|---|---|', ...rows.map(row)].join('\n');
}

function lines(one: Setting): string {
  const says = withoutLinks(one.says);
  const isListed = /^[a-z0-9-]+(?:, [a-z0-9-]+)+$/.test(one.range);
  const more = one.unit ?? (isListed ? one.range : '');
  const comment = more === '' ? says : says.replace(/\.?$/, ` (${more}).`);
  return `# ${comment}\n${one.name}=${standardOf(one)}\n`;
}

/** The files that are not as they are to be. */
export function staleSettings(): string[] {
  return [...printedSettings()].flatMap(([file, text]) =>
    readFileSync(file, 'utf8') === text ? [] : [file],
  );
}

if (import.meta.main) for (const [file, text] of printedSettings()) writeFileSync(file, text);
