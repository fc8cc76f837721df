/**
 * Part of `npm run build`: builds the web app into a folder of its own below web/dist, with compressed copies of its
 * files beside them.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { z } from 'zod';
import { buildIdOf, projectFolder, sourcesId } from '../src/web/build-id.ts';
import { paths } from '../web/app/paths.ts';
import { placeBuild } from './place-build.ts';

const target = path.join(projectFolder, 'web', 'dist');
const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt|map)$/;
/** Bytes below which compressing saves nothing. */
const worthCompressing = 1_024;

/** Matches the tags that load the app. */
const ofTheApp = /<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;
/** Parsed, since web/prerender.tsx is not type-checked with this file. */
const picture = z.object({
  file: z.string(),
  language: z.string(),
  title: z.string(),
  body: z.string(),
  noScript: z.string(),
});
const drawingProgram = z.object({
  prerender: z.function({ input: [], output: z.promise(z.array(picture)) }),
  withFirstStyles: z.function({ input: [z.string(), z.string()], output: z.promise(z.string()) }),
});

const id = await sourcesId(projectFolder);
if (id === null) throw new Error('There is no web app to build: web/index.html is missing.');
// Tests get the same build as people.
process.env.NODE_ENV = 'production';
const isWhole = async (place: string) => (await buildIdOf(place)) === id;
if (!(await isWhole(path.join(target, id)))) await placeBuild(target, id, isWhole, makeApp);

async function makeApp(draft: string): Promise<object> {
  const common = {
    configFile: path.join(projectFolder, 'web', 'vite.config.ts'),
    configLoader: 'native',
    root: path.join(projectFolder, 'web'),
    logLevel: 'error',
  } as const;
  await build({ ...common, build: { outDir: draft, emptyOutDir: true } });
  const drawing = path.join(draft, 'drawing');
  await build({
    ...common,
    publicDir: false,
    build: {
      outDir: drawing,
      emptyOutDir: true,
      ssr: 'prerender.tsx',
      minify: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
    // The bundle runs from a folder without packages above it.
    ssr: { noExternal: true },
  });
  const program = drawingProgram.parse(await import(pathToFileURL(path.join(drawing, 'prerender.mjs')).href));
  await writePages(draft, program);
  await rm(drawing, { recursive: true });
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && compressible.test(entry.name))
      await compress(path.join(entry.parentPath, entry.name));
  }
  return { paths: Object.values(paths) };
}

/** Makes the page of the build into one for each picture and its colours, with the styles of the picture within. */
async function writePages(draft: string, program: z.infer<typeof drawingProgram>): Promise<void> {
  const page = path.join(draft, 'index.html');
  const template = await readFile(page, 'utf8');
  await rm(page);
  const app = template.match(ofTheApp) ?? [];
  if (!app.some((element) => element.includes('stylesheet')))
    throw new Error('The build has no styles of the app.');
  const mark = '<!--head-->';
  // The page tells which build it is, so that a tab that was open during an upgrade can see that it is too old. The
  // mark stays, for the cards of packs.
  const head = `<meta name="build" content="${id}">${mark}`;
  const styles = new Map<string, number>();
  const drawn = (await program.prerender()).map((one) => ({ ...one, body: withoutStyles(one.body, styles) }));
  const sheet = [...styles].map(([style, number]) => `#root [data-p="${number}"]{${style}}`).join('');
  for (const { file, language, title, body, noScript } of drawn) {
    const filled = template
      .replace('<html lang="en">', () => `<html lang="${language}">`)
      .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
      .replace(mark, () => head)
      .replace('</head>', () => `<style>${sheet}</style></head>`)
      .replace('<!--no-script-->', () => noScript)
      .replace('<!--picture-->', () => body);
    const styled = await program.withFirstStyles(filled, draft);
    // A script of the page puts it in place once the picture is seen.
    const whole = styled
      .replace(ofTheApp, '')
      .replace('<!--app-->', () => `<template id="app">${app.join('')}</template>`);
    await writeFile(path.join(draft, `${file}.html`), whole);
    for (const colours of ['light', 'dark']) {
      const chosen = whole.replace('<html ', () => `<html data-mantine-color-scheme="${colours}" `);
      await writeFile(path.join(draft, `${file}.${colours}.html`), chosen);
    }
  }
}

/** The policy of the pages lets no element carry styles, so those of a picture go into a sheet, by a number; as an
 * element's own would, they outdo the sheets that come later. */
function withoutStyles(body: string, styles: Map<string, number>): string {
  return body.replace(/ style="([^"]*)"/g, (_, escaped: string) => {
    const style = escaped.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
    const number = styles.get(style) ?? styles.size + 1;
    styles.set(style, number);
    return ` data-p="${number}"`;
  });
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthCompressing) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
