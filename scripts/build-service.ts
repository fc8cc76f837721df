/**
 * Part of `npm run build`: makes the service's modules, and those of its packages, into a few files that are read in
 * half of the time, in a folder of their own below dist/service.
 */
import path from 'node:path';
import { templateId, templatesFolder } from '../src/database/template.ts';
import { sourcesId as webId } from '../src/web/build-id.ts';
import { bundle } from './bundle.ts';
import { bundlesFolder, isWhole, project, serviceModules, sourcesId } from './find-bundle.mjs';
import { placeBuild } from './place-build.ts';

const id = sourcesId();
const place = path.join(bundlesFolder, id);
if (!isWhole(place)) await placeBuild(bundlesFolder, id, isWhole, makeBundle);

async function makeBundle(draft: string): Promise<{ files: Record<string, number>; beside: string[] }> {
  const files = await bundle(draft, { programs: { main: 'src/main.ts' }, modules: serviceModules(), place });
  if (sourcesId() !== id) throw new Error('The sources have changed while they were read.');
  const pages = await webId(project);
  const beside = [
    path.relative(project, path.join(templatesFolder, await templateId())),
    ...(pages === null ? [] : [path.join('web', 'dist', pages)]),
  ];
  return { files, beside };
}
