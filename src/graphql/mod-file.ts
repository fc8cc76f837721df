import type { LauncherManifest, ManifestKind } from '../archive/report.ts';
import type { ModDescriptor, ModIdentity } from '../modloaders/modloader.ts';
import { builder } from './builder.ts';
import { descriptorsOf } from './descriptor-loader.ts';
import { CertaintyEnum } from './mod-decision.ts';
import { ModFileType } from './objects.ts';
import { ModloaderEnum } from './run-configuration.ts';
import { SideEnum } from './side.ts';

const ModIdentityType = builder.objectRef<ModIdentity>('ModIdentity').implement({
  description: 'One mod that a jar declares.',
  fields: (t) => ({
    modId: t.exposeString('id', { description: 'The id by which other mods require it.' }),
    name: t.exposeString('name', {
      description: "The mod's name for people; empty if the descriptor has none.",
    }),
    version: t.exposeString('version', {
      description: "The mod's version; empty if the descriptor has none.",
    }),
  }),
});

const ModDescriptorType = builder.objectRef<ModDescriptor>('ModDescriptor').implement({
  description: 'The content of a descriptor in a jar, which may have one for each modloader.',
  fields: (t) => ({
    format: t.exposeString('format', { description: 'The file or the annotation that is the descriptor.' }),
    mods: t.field({
      type: [ModIdentityType],
      description: 'The mods that the descriptor declares.',
      resolve: ({ mods }) => mods,
    }),
    side: t.field({
      type: SideEnum,
      description: 'The side on which the mods work.',
      resolve: ({ side }) => side,
    }),
    certainty: t.field({
      type: CertaintyEnum,
      description: 'How certain the side is.',
      resolve: ({ certainty }) => certainty,
    }),
    evidence: t.exposeString('evidence', { description: 'The evidence for the side, as a sentence.' }),
    requires: t.exposeStringList('requires', {
      description: 'Ids of the mods that a server needs along with these, in lower case.',
    }),
    provides: t.exposeStringList('provides', {
      description: 'Further ids that the mods and nested jars provide, in lower case.',
    }),
  }),
});

ModFileType.implement({
  description: 'One jar of the inventory of a modpack.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The path of the jar below mods/.' }),
    size: t.field({ type: 'BigInt', description: 'Bytes.', resolve: (mod) => mod.size }),
    descriptors: t.field({
      type: [ModDescriptorType],
      description: 'The readable descriptors of the jar; empty when there are none.',
      resolve: (mod, _args, context) => descriptorsOf(mod, context),
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why the jar could not be read; it is kept all the same. Null where it could.',
    }),
  }),
});

const kindWords: Record<ManifestKind, { description: string }> = {
  CURSEFORGE_EXPORT: { description: 'manifest.json of a CurseForge export.' },
  CURSEFORGE_INSTANCE: { description: 'minecraftinstance.json of a CurseForge instance.' },
  MODRINTH: { description: 'modrinth.index.json of a Modrinth pack.' },
  MULTIMC: { description: 'mmc-pack.json, or an old instance.cfg, of MultiMC and launchers based on it.' },
  GDLAUNCHER_LEGACY: { description: 'config.json of the old GDLauncher.' },
  GDLAUNCHER: { description: 'instance.json of the new GDLauncher.' },
  ATLAUNCHER: { description: 'instance.json of ATLauncher.' },
  MODRINTH_APP: { description: 'profile.json of the Modrinth App.' },
  FTB_APP: { description: 'instance.json of the FTB App.' },
  FTB: { description: "ftb-modpack.json, with FTB's data about a version of a modpack." },
  PACKWIZ: { description: 'pack.toml of packwiz.' },
  MCBBS: { description: 'mcbbs.packmeta of HMCL, PCL and similar launchers.' },
  XMCL: { description: 'instance.json of X Minecraft Launcher.' },
  VERSION_JSON: { description: "`versions/NAME/NAME.json` of HMCL, PCL or the game's own launcher." },
};

const ManifestKindEnum = builder.enumType('ManifestKind', {
  description: 'The launchers whose marker files are read.',
  values: kindWords,
});

export const ManifestType = builder.objectRef<LauncherManifest>('LauncherManifest').implement({
  description:
    "What a launcher's file says about a modpack. A field is null where the file does not have it.",
  fields: (t) => ({
    kind: t.field({
      type: ManifestKindEnum,
      description: 'The launcher and its kind of file.',
      resolve: ({ kind }) => kind,
    }),
    file: t.exposeString('file', { description: 'The archive entry of the file.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name of the pack.' }),
    version: t.exposeString('version', {
      nullable: true,
      description: "The author's label for this version of the pack.",
    }),
    projectID: t.exposeString('projectID', {
      nullable: true,
      description: "The platform's own id of the project.",
    }),
    versionID: t.exposeString('versionID', {
      nullable: true,
      description: "The platform's own id of this version or file of the project.",
    }),
    gameVersion: t.exposeString('gameVersion', { nullable: true, description: 'Version of the game.' }),
    modloader: t.field({
      type: ModloaderEnum,
      nullable: true,
      description: 'The modloader.',
      resolve: ({ modloader }) => modloader,
    }),
    modloaderVersion: t.exposeString('modloaderVersion', {
      nullable: true,
      description: 'Version of the modloader.',
    }),
  }),
});
