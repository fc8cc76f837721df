import { z } from 'zod';

/**
 * What CurseForge's API answers, as it describes itself. Fakes serve from these shapes, the parser is tested on them, and
 * `npm run platforms:check` holds the real answers against them.
 */
export const recorded = {
  read: '2026-11-27',
  pages: [
    'https://docs.curseforge.com/rest-api/#tocS_File',
    'https://docs.curseforge.com/rest-api/#tocS_Mod',
    'https://docs.curseforge.com/rest-api/#get-files',
    'https://docs.curseforge.com/rest-api/#get-mods',
    'https://docs.curseforge.com/rest-api/#get-mod-files',
  ],
};

export const fileShape = z.strictObject({
  id: z.int(),
  gameId: z.int(),
  modId: z.int(),
  isAvailable: z.boolean(),
  displayName: z.string(),
  fileName: z.string(),
  releaseType: z.int(),
  fileStatus: z.int(),
  /** 1 is SHA-1, 2 is MD5. */
  hashes: z.array(z.strictObject({ value: z.string(), algo: z.int() })),
  fileDate: z.string(),
  fileLength: z.int(),
  downloadCount: z.int(),
  fileSizeOnDisk: z.int().nullish(),
  /** Null where the author does not let other programs fetch it. */
  downloadUrl: z.string().nullish(),
  /** Versions of the game, modloaders, and `Client` and `Server`. */
  gameVersions: z.array(z.string()),
  sortableGameVersions: z.array(
    z.strictObject({
      gameVersionName: z.string(),
      gameVersionPadded: z.string(),
      gameVersion: z.string(),
      gameVersionReleaseDate: z.string(),
      gameVersionTypeId: z.int().nullish(),
    }),
  ),
  dependencies: z.array(z.strictObject({ modId: z.int(), relationType: z.int() })),
  exposeAsAlternative: z.boolean().nullish(),
  parentProjectFileId: z.int().nullish(),
  alternateFileId: z.int().nullish(),
  isServerPack: z.boolean().nullish(),
  serverPackFileId: z.int().nullish(),
  isEarlyAccessContent: z.boolean().nullish(),
  earlyAccessEndDate: z.string().nullish(),
  fileFingerprint: z.int(),
  modules: z.array(z.strictObject({ name: z.string(), fingerprint: z.int() })),
});
export type File = z.infer<typeof fileShape>;

export const filesShape = z.strictObject({ data: z.array(fileShape) });

/** A page of the files of a project; the newest come first, which is not described. */
export const listedFilesShape = z.strictObject({
  data: z.array(fileShape),
  pagination: z.strictObject({
    index: z.int(),
    pageSize: z.int(),
    resultCount: z.int(),
    totalCount: z.int(),
  }),
});

export const projectShape = z.strictObject({
  id: z.int(),
  gameId: z.int(),
  name: z.string(),
  slug: z.string(),
  links: z.strictObject({
    websiteUrl: z.string().nullish(),
    wikiUrl: z.string().nullish(),
    issuesUrl: z.string().nullish(),
    sourceUrl: z.string().nullish(),
  }),
  summary: z.string(),
  status: z.int(),
  downloadCount: z.int(),
  isFeatured: z.boolean(),
  primaryCategoryId: z.int(),
  categories: z.array(z.unknown()),
  /** 6 is a mod, 12 a resource pack, 4471 a modpack. */
  classId: z.int().nullish(),
  authors: z.array(z.unknown()),
  logo: z.unknown(),
  screenshots: z.array(z.unknown()),
  /** 0 where it has none. */
  mainFileId: z.int(),
  latestFiles: z.array(z.unknown()),
  latestFilesIndexes: z.array(z.unknown()),
  latestEarlyAccessFilesIndexes: z.array(z.unknown()),
  dateCreated: z.string(),
  dateModified: z.string(),
  dateReleased: z.string(),
  allowModDistribution: z.boolean().nullish(),
  gamePopularityRank: z.int(),
  isAvailable: z.boolean(),
  thumbsUpCount: z.int(),
  rating: z.number().nullish(),
  hasCommentsEnabled: z.boolean().optional(),
  socialLinks: z.array(z.unknown()).nullish(),
  featuredProjectTag: z.int().optional(),
});
export type Project = z.infer<typeof projectShape>;

export const projectsShape = z.strictObject({ data: z.array(projectShape) });

/** A file as CurseForge tells it, with these fields other than in the example. */
export function curseForgeFileLike(fields: Partial<File>): File {
  return fileShape.parse({
    id: 11,
    gameId: 432,
    modId: 1,
    isAvailable: true,
    displayName: 'mod-1.0.jar',
    fileName: 'mod-1.0.jar',
    releaseType: 1,
    fileStatus: 4,
    hashes: [],
    fileDate: '2026-09-01T12:00:00.000Z',
    fileLength: 7,
    downloadCount: 1_000,
    downloadUrl: null,
    gameVersions: ['1.20.1', 'Fabric'],
    sortableGameVersions: [
      {
        gameVersionName: '1.20.1',
        gameVersionPadded: '0000000001.0000000020.0000000001',
        gameVersion: '1.20.1',
        gameVersionReleaseDate: '2023-06-12T14:26:38.477Z',
        gameVersionTypeId: 75_125,
      },
    ],
    dependencies: [{ modId: 306_612, relationType: 3 }],
    alternateFileId: 0,
    isServerPack: false,
    fileFingerprint: 2_089_864_226,
    modules: [{ name: 'META-INF', fingerprint: 1_415_927_318 }],
    ...fields,
  });
}

/** A project as CurseForge tells it, with these fields other than in the example. */
export function curseForgeProjectLike(fields: Partial<Project>): Project {
  return projectShape.parse({
    id: 1,
    gameId: 432,
    name: 'Mod 1',
    slug: 'mod-1',
    links: { websiteUrl: 'https://www.curseforge.com/minecraft/mc-mods/mod-1', wikiUrl: '' },
    summary: 'A short description',
    status: 4,
    downloadCount: 1_000,
    isFeatured: false,
    primaryCategoryId: 423,
    categories: [],
    classId: 6,
    authors: [{ id: 5, name: 'author', url: 'https://www.curseforge.com/members/author' }],
    logo: null,
    screenshots: [],
    mainFileId: 11,
    latestFiles: [],
    latestFilesIndexes: [],
    latestEarlyAccessFilesIndexes: [],
    dateCreated: '2024-01-01T12:00:00.000Z',
    dateModified: '2026-09-01T12:00:00.000Z',
    dateReleased: '2026-09-01T12:00:00.000Z',
    allowModDistribution: true,
    gamePopularityRank: 100,
    isAvailable: true,
    thumbsUpCount: 0,
    ...fields,
  });
}
