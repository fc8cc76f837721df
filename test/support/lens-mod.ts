import { fabricModJson, type JarFiles } from './jar.ts';
import { compiled } from './side-mods.ts';

/** A mod for Fabric that only clients start, and what makes it one that servers use. */
export const lens = {
  fields: { environment: '*', entrypoints: { client: ['com.example.lens.Lens'] } },
  files: { ...compiled('lens'), ...compiled('lenses') },
  /** Each is still for clients. */
  harmless: [
    {},
    { environment: undefined },
    { entrypoints: { client: [{ value: 'com.example.lens.Lens' }], modmenu: ['a.B'], main: [] } },
    { mixins: ['client.mixins.json', { config: 'both.mixins.json', environment: 'client' }] },
    { accessWidener: 'a.accesswidener' },
  ],
  /** With each, servers use it or may. */
  used: [
    { entrypoints: { main: ['com.example.lens.LensMain'], client: ['com.example.lens.Lens'] } },
    { entrypoints: { server: 'com.example.lens.LensMain', client: 'com.example.lens.Lens' } },
    { entrypoints: { client: ['com.example.lens.Lens'], 'other-mod': ['com.example.lens.Lens'] } },
    { entrypoints: { modmenu: ['com.example.lens.Lens'] } },
    { entrypoints: undefined },
    { mixins: ['both.mixins.json'] },
    { mixins: ['server.mixins.json'] },
    { mixins: ['chosen.mixins.json'] },
    { mixins: ['child.mixins.json'] },
    { mixins: ['none.mixins.json'] },
    { mixins: [{ config: 'server.mixins.json', environment: 'server' }] },
    { custom: { modmenu: { badges: ['library'] } } },
    { custom: { 'modmenu:api': true } },
    { schemaVersion: 0 },
  ],
  configs: {
    'client.mixins.json': { package: 'com.example.lens', client: ['ZoomMixin'], mixins: [] },
    'both.mixins.json': { package: 'com.example.lens', mixins: ['ZoomMixin'] },
    'server.mixins.json': { package: 'com.example.lens', server: ['ZoomMixin'] },
    'chosen.mixins.json': { package: 'com.example.lens', plugin: 'com.example.lens.Lens' },
    'child.mixins.json': { parent: 'both.mixins.json' },
  },
};

/** The jar of that mod, with some fields changed. */
export function lensJar(changes: object = {}): JarFiles {
  const descriptor = fabricModJson('lens', { ...lens.fields, ...changes });
  return { 'fabric.mod.json': descriptor, ...lens.files, ...lens.configs };
}

/** A mod of which the code refers to it. */
export const viewerJar: JarFiles = {
  'fabric.mod.json': fabricModJson('viewer', { entrypoints: { main: ['com.example.viewer.Viewer'] } }),
  ...compiled('viewer'),
};
