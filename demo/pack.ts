import { hash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** A mod of the demo pack: the id, the version and what its descriptor says of the side it works on. */
interface DemoMod {
  id: string;
  version: string;
  environment: 'client' | 'server' | '*';
  depends?: readonly string[];
}

const both = '*' as const;

/** A pack as communities play it: performance, content and server mods, and a good many that only draw. */
const mods: readonly DemoMod[] = [
  { id: 'fabric-api', version: '0.92.0', environment: both },
  { id: 'fabric-language-kotlin', version: '1.10.16', environment: both },
  { id: 'cloth-config', version: '11.1.118', environment: both },
  { id: 'architectury', version: '9.1.12', environment: both },
  { id: 'lithium', version: '0.11.2', environment: both },
  { id: 'ferritecore', version: '6.0.1', environment: both },
  { id: 'krypton', version: '0.2.3', environment: both },
  { id: 'c2me', version: '0.2.0', environment: both },
  { id: 'starlight', version: '1.1.2', environment: both },
  { id: 'spark', version: '1.10.53', environment: both },
  { id: 'chunky', version: '1.3.92', environment: both },
  { id: 'ledger', version: '1.2.9', environment: 'server' },
  { id: 'create', version: '0.5.1', environment: both },
  { id: 'farmersdelight', version: '1.4.2', environment: both },
  { id: 'waystones', version: '14.1.3', environment: both, depends: ['balm'] },
  { id: 'balm', version: '7.2.2', environment: both },
  { id: 'terralith', version: '2.4.11', environment: both },
  { id: 'naturescompass', version: '2.2.3', environment: both },
  { id: 'voicechat', version: '2.5.4', environment: both },
  { id: 'appleskin', version: '2.5.1', environment: both },
  { id: 'trinkets', version: '3.7.2', environment: both },
  { id: 'supplementaries', version: '2.7.35', environment: both, depends: ['moonlight', 'screenkit'] },
  { id: 'moonlight', version: '2.9.14', environment: both },
  // Says it is for clients, but a mod that stays needs it.
  { id: 'screenkit', version: '1.4.0', environment: 'client' },
  { id: 'sodium', version: '0.5.8', environment: 'client' },
  { id: 'iris', version: '1.6.17', environment: 'client', depends: ['sodium'] },
  { id: 'modmenu', version: '7.2.2', environment: 'client' },
  { id: 'entityculling', version: '1.6.2', environment: 'client' },
  { id: 'continuity', version: '3.0.0', environment: 'client' },
  { id: 'lambdynamiclights', version: '2.3.2', environment: 'client' },
  { id: 'capes', version: '1.5.2', environment: 'client' },
  { id: 'zoomify', version: '2.11.2', environment: 'client' },
  { id: 'notenoughanimations', version: '1.7.0', environment: 'client' },
  // Draws only, but its descriptor does not say so: the run configuration's list names it.
  { id: 'dynamiccrosshair', version: '7.5', environment: both },
];

/** What the demo asks to be dropped by name, as an uploader who knows the pack would. */
export const clientMods = ['dynamiccrosshair-'];

/** A modpack that only names its mods, and the mods, by their names. */
export interface DemoMrpack {
  pack: Buffer;
  jars: ReadonlyMap<string, Buffer>;
}

/** Of these the .mrpack itself says that servers do not support them. */
const unsupported = new Set(['sodium', 'iris', 'notenoughanimations']);

/** How many random bytes each jar of the .mrpack holds beside the rest, so that there is something to fetch. */
const textureBytes = 100_000;

/** Builds the same modpack as an .mrpack whose mods lie under this address; `label` makes its content one of a kind. */
export async function buildDemoMrpack(address: string, label: string): Promise<DemoMrpack> {
  const jars = new Map<string, Buffer>();
  const named: object[] = [];
  for (const mod of mods) {
    const jar = await buildJar(mod, textureBytes);
    const name = `${mod.id}-${mod.version}.jar`;
    jars.set(name, jar);
    const server = unsupported.has(mod.id) ? 'unsupported' : 'required';
    named.push({
      path: `mods/${name}`,
      downloads: [`${address}/${name}`],
      fileSize: jar.length,
      hashes: { sha1: hash('sha1', jar), sha512: hash('sha512', jar) },
      env: { client: 'required', server },
    });
  }
  const index = {
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1.0.0',
    name: 'Demo',
    files: named,
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
  };
  const pack = new yazl.ZipFile();
  pack.addBuffer(Buffer.from(JSON.stringify(index)), 'modrinth.index.json');
  addOverrides(pack, 'overrides/', label);
  pack.end();
  return { pack: await buffer(pack.outputStream), jars };
}

/** Builds the demo modpack, a zip; `label` makes its content one of a kind. */
export async function buildDemoPack(label: string): Promise<Buffer> {
  const pack = new yazl.ZipFile();
  for (const mod of mods) pack.addBuffer(await buildJar(mod), `mods/${mod.id}-${mod.version}.jar`);
  addOverrides(pack, '', label);
  pack.end();
  return buffer(pack.outputStream);
}

/** Adds what a modpack holds beside its mods. */
function addOverrides(pack: yazl.ZipFile, folder: string, label: string): void {
  for (const { id } of mods)
    pack.addBuffer(Buffer.from(`# ${id}\nenabled = true\n`), `${folder}config/${id}.toml`);
  pack.addBuffer(
    Buffer.from("ServerEvents.recipes(event => event.remove({ id: 'create:crushing/coal' }))\n"),
    `${folder}kubejs/server_scripts/recipes.js`,
  );
  pack.addBuffer(
    Buffer.from('{"pack":{"pack_format":15,"description":"demo"}}\n'),
    `${folder}resourcepacks/menu-art/pack.mcmeta`,
  );
  pack.addBuffer(Buffer.from('renderDistance:12\n'), `${folder}options.txt`);
  pack.addBuffer(Buffer.from(`${label}\n`), `${folder}config/demo.txt`);
}

async function buildJar(
  { id, version, environment, depends = [] }: DemoMod,
  textureBytes = 0,
): Promise<Buffer> {
  const jar = new yazl.ZipFile();
  const descriptor = {
    schemaVersion: 1,
    id,
    version,
    name: id,
    environment,
    depends: {
      fabricloader: '>=0.15.0',
      minecraft: '1.20.1',
      ...Object.fromEntries(depends.map((need) => [need, '*'])),
    },
  };
  jar.addBuffer(Buffer.from('Manifest-Version: 1.0\r\n\r\n'), 'META-INF/MANIFEST.MF');
  jar.addBuffer(Buffer.from(JSON.stringify(descriptor, null, 2)), 'fabric.mod.json');
  jar.addBuffer(Buffer.from(`assets of ${id}\n`.repeat(500)), `assets/${id}/lang/en_us.json`);
  if (textureBytes > 0) jar.addBuffer(randomBytes(textureBytes), `assets/${id}/textures/atlas.png`);
  jar.end();
  return buffer(jar.outputStream);
}
