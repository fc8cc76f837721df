import { existsSync, globSync, readFileSync } from 'node:fs';
import { faultsOfPage, type Project } from './docs-rules.ts';
import { staleSettings } from './print-settings.ts';

/** Reads the project in the current folder: its pages, and the code that they speak of. */
export function readProject(): Project {
  const read = (pattern: string) =>
    globSync(pattern, { exclude: (name) => name === 'node_modules' || name === 'dist' }).map(
      (path): [string, string] => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')],
    );
  const folders =
    '{src,workers,bot,cli,client,web,scripts,test,mutations,bench,drizzle,packaging,monitoring}';
  const code = [
    ...read('{.env.example,schema.graphql}'),
    ...read(`${folders}/**/*.{ts,tsx,mjs,sh,ps1,java,sql,yaml,conf}`),
  ];
  return {
    pages: new Map([...read('*.md'), ...read('{docs,client}/**/*.md')]),
    exists: existsSync,
    code: code.map(([, text]) => text).join('\n'),
  };
}

if (import.meta.main) {
  const project = readProject();
  const faults = [
    ...[...project.pages.keys()].flatMap((page) => faultsOfPage(page, project)),
    ...staleSettings().map((file) => `${file} is not what npm run settings prints.`),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error(`${faults.length} faults in ${project.pages.size} pages.`);
    process.exitCode = 1;
  }
}
