import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * What FTB's API answers. It has no description; these are the fields that FTB's own launcher reads, and addresses as those who run its
 * servers give them. Fakes serve from these shapes, the parser is tested on them, and `npm run platforms:check` holds the real answers
 * against them.
 */
export const recorded = {
  read: '2026-11-27',
  pages: [
    'https://github.com/FTBTeam/FTB-App/blob/52548a2eba06050f086708b2f6832f58acd07b37/subprocess/src/main/java/dev/ftb/app/data/modpack/ModpackVersionManifest.java',
    'https://github.com/FTBTeam/FTB-App/blob/08343c93d474fc576cac97ac604f543064df4ab2/subprocess/src/main/java/dev/ftb/app/data/modpack/ModpackManifest.java',
    'https://github.com/pelican-eggs/minecraft/blob/main/java/ftb/README.md',
  ],
};

export const targetShape = z.strictObject({
  id: z.int().optional(),
  /** `minecraft`, a modloader as `neoforge`, or `java`. */
  name: z.string(),
  version: z.string(),
  /** `game`, `modloader` or `runtime`. */
  type: z.string(),
  updated: z.int().optional(),
});

const specs = z.strictObject({ id: z.int().optional(), minimum: z.int(), recommended: z.int() });

/** A version as its modpack lists it. */
export const listedShape = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** `release`, `beta`, `alpha` or `archived`; older answers begin with a capital. */
  type: z.string(),
  updated: z.int().optional(),
  released: z.int().optional(),
  private: z.boolean().optional(),
  specs: specs.nullish(),
  targets: z.array(targetShape),
});
export type Listed = z.infer<typeof listedShape>;

export const packShape = z.strictObject({
  status: z.literal('success'),
  message: z.string().optional(),
  id: z.int(),
  name: z.string(),
  slug: z.string().optional(),
  synopsis: z.string(),
  description: z.string(),
  type: z.string().optional(),
  featured: z.boolean().optional(),
  private: z.boolean().optional(),
  installs: z.int(),
  plays: z.int(),
  plays_14d: z.int().optional(),
  updated: z.int().optional(),
  released: z.int().optional(),
  refreshed: z.int().optional(),
  notification: z.string().optional(),
  provider: z.string().optional(),
  rating: z.unknown().optional(),
  meta: z.unknown().optional(),
  art: z.array(z.unknown()),
  links: z.array(z.unknown()).optional(),
  authors: z.array(z.unknown()),
  tags: z.array(z.unknown()).optional(),
  versions: z.array(listedShape),
});
export type Pack = z.infer<typeof packShape>;

const number = z.union([z.int(), z.string()]);

export const fileShape = z.strictObject({
  id: z.int(),
  version: z.string().nullish(),
  /** The folder, as `./mods` or `./mods/`. */
  path: z.string(),
  name: z.string(),
  /** Empty where the file is to be asked of CurseForge. */
  url: z.string().nullish(),
  mirrors: z.array(z.string()).nullish(),
  sha1: z.string().nullish(),
  hashes: z
    .strictObject({
      sha1: z.string().nullish(),
      sha256: z.string().nullish(),
      sha512: z.string().nullish(),
      murmur: number.nullish(),
      cfMurmur: number.nullish(),
    })
    .nullish(),
  size: z.int(),
  tags: z.array(z.unknown()).nullish(),
  clientonly: z.boolean(),
  serveronly: z.boolean(),
  optional: z.boolean(),
  /** `mod`, `config`, `resource`, `script` and others; `cf-extract` in modpacks of CurseForge. */
  type: z.string(),
  updated: z.int().optional(),
  curseforge: z.strictObject({ project: number, file: number }).nullish(),
});
export type File = z.infer<typeof fileShape>;

export const versionShape = z.strictObject({
  status: z.literal('success'),
  message: z.string().optional(),
  id: z.int(),
  parent: z.int(),
  name: z.string(),
  type: z.string(),
  /** Megabytes of memory that a client needs. */
  specs: specs.nullish(),
  targets: z.array(targetShape),
  files: z.array(fileShape),
  installs: z.int(),
  plays: z.int(),
  updated: z.int().optional(),
  released: z.int().optional(),
  refreshed: z.int().optional(),
  changelog: z.string().optional(),
  notification: z.string().optional(),
  private: z.boolean().optional(),
  links: z.array(z.unknown()).optional(),
});
export type Version = z.infer<typeof versionShape>;

/** What it says of a modpack or version that it does not know. */
export const unknownAnswer = { status: 'error', message: 'Modpack not found' };

export const targets = [
  { name: 'minecraft', version: '1.20.1', type: 'game' },
  { name: 'fabric', version: '0.15.6', type: 'modloader' },
  { name: 'java', version: '17.0.7+7', type: 'runtime' },
];

export function ftbListedLike(fields: Partial<Listed>): Listed {
  return listedShape.parse({
    id: 100_130,
    name: '1.0.0',
    type: 'release',
    updated: 1_784_229_181,
    private: false,
    specs: { id: 1, minimum: 4_096, recommended: 6_144 },
    targets,
    ...fields,
  });
}

/** A modpack as FTB tells it, with these fields other than in the example. */
export function ftbPackLike(fields: Partial<Pack>): Pack {
  return packShape.parse({
    status: 'success',
    id: 125,
    name: 'FTB Example',
    slug: 'ftb-example',
    synopsis: 'A short description',
    description: 'A long description',
    installs: 1_000,
    plays: 2_000,
    art: [],
    authors: [],
    tags: [],
    versions: [ftbListedLike({})],
    ...fields,
  });
}

/** A version as FTB tells it, with these fields other than in the example. */
export function ftbVersionLike(fields: Partial<Version>): Version {
  return versionShape.parse({
    status: 'success',
    id: 100_130,
    parent: 125,
    name: '1.0.0',
    type: 'release',
    specs: { id: 1, minimum: 4_096, recommended: 6_144 },
    targets,
    files: [],
    installs: 1_000,
    plays: 2_000,
    refreshed: 1_784_229_181,
    ...fields,
  });
}

/** A file at a path of the game's folder as FTB tells it, with these fields other than in the example. */
export function ftbFileLike(
  path: string,
  content: Uint8Array,
  fields: Partial<File> & Pick<File, 'url'>,
): File {
  const cut = path.lastIndexOf('/') + 1;
  const sha1 = createHash('sha1').update(content).digest('hex');
  return fileShape.parse({
    id: 3_483_569_778,
    version: '1.0.0',
    path: `./${path.slice(0, cut)}`,
    name: path.slice(cut),
    mirrors: [],
    sha1,
    hashes: { sha1, murmur: 2_484_968_544 },
    size: content.length,
    tags: [],
    clientonly: false,
    serveronly: false,
    optional: false,
    type: path.startsWith('mods/') ? 'mod' : 'config',
    updated: 1_784_229_181,
    ...fields,
  });
}
