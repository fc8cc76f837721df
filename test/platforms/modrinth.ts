import { z } from 'zod';

/**
 * What Modrinth's API answers, as it describes itself. Fakes serve from these shapes, the parser is tested on them, and
 * `npm run platforms:check` holds the real answers against them.
 */
export const recorded = {
  read: '2026-11-27',
  pages: [
    'https://docs.modrinth.com/api/operations/versionsfromhashes',
    'https://docs.modrinth.com/api/operations/getprojects',
    // `include_changelog`, and that answers have no ETag: https://github.com/modrinth/code/issues/2595
    'https://docs.modrinth.com/api/operations/getprojectversions',
    // `environment` of versions, and what each of its words means.
    'https://modrinth.com/news/article/new-environments',
  ],
};

export const environments = [
  'client_only',
  'client_only_server_optional',
  'singleplayer_only',
  'server_only',
  'server_only_client_optional',
  'dedicated_server_only',
  'client_and_server',
  'client_or_server',
  'client_or_server_prefers_both',
  'unknown',
] as const;
const side = z.enum(['required', 'optional', 'unsupported', 'unknown']);

const file = z.strictObject({
  id: z.string().optional(),
  hashes: z.strictObject({ sha512: z.string(), sha1: z.string() }),
  url: z.string(),
  filename: z.string(),
  primary: z.boolean(),
  size: z.int(),
  file_type: z.string().nullish(),
});

export const versionShape = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  author_id: z.string(),
  featured: z.boolean(),
  name: z.string(),
  version_number: z.string(),
  changelog: z.string().nullish(),
  changelog_url: z.null().optional(),
  date_published: z.string(),
  downloads: z.int(),
  version_type: z.enum(['release', 'beta', 'alpha']),
  status: z.string(),
  requested_status: z.string().nullish(),
  files: z.array(file),
  dependencies: z.array(
    z.strictObject({
      version_id: z.string().nullish(),
      project_id: z.string().nullish(),
      file_name: z.string().nullish(),
      dependency_type: z.enum(['required', 'optional', 'incompatible', 'embedded']),
    }),
  ),
  game_versions: z.array(z.string()),
  loaders: z.array(z.string()),
  /** Since August 2026, for each version by itself. */
  environment: z.enum(environments).nullish(),
});
export type Version = z.infer<typeof versionShape>;

export const versionsShape = z.array(versionShape);

/** By the hashes that were asked for; those that Modrinth does not know are missing. */
export const versionFilesShape = z.record(z.string(), versionShape);

export const projectShape = z.strictObject({
  id: z.string(),
  slug: z.string(),
  project_type: z.string(),
  team: z.string(),
  organization: z.string().nullish(),
  title: z.string(),
  description: z.string(),
  body: z.string(),
  body_url: z.null().optional(),
  published: z.string(),
  updated: z.string(),
  approved: z.string().nullish(),
  queued: z.string().nullish(),
  status: z.string(),
  requested_status: z.string().nullish(),
  moderator_message: z.unknown().optional(),
  license: z.strictObject({ id: z.string(), name: z.string(), url: z.string().nullish() }),
  /** Deprecated: both come from any one version. */
  client_side: side,
  server_side: side,
  downloads: z.int(),
  followers: z.int(),
  categories: z.array(z.string()),
  additional_categories: z.array(z.string()),
  game_versions: z.array(z.string()),
  loaders: z.array(z.string()),
  versions: z.array(z.string()),
  icon_url: z.string().nullish(),
  issues_url: z.string().nullish(),
  source_url: z.string().nullish(),
  wiki_url: z.string().nullish(),
  discord_url: z.string().nullish(),
  donation_urls: z.array(z.unknown()),
  gallery: z.array(z.unknown()),
  color: z.int().nullish(),
  thread_id: z.string().nullish(),
  monetization_status: z.string().nullish(),
});
export type Project = z.infer<typeof projectShape>;

export const projectsShape = z.array(projectShape);

/** A version as Modrinth tells it, with these fields other than in the example. */
export function modrinthVersionLike(fields: Partial<Version>): Version {
  return versionShape.parse({
    id: 'IIJJKKLL',
    project_id: 'AABBCCDD',
    author_id: 'EEFFGGHH',
    featured: false,
    name: 'Version 1.0.0',
    version_number: '1.0.0',
    changelog: 'List of changes in this version: ...',
    changelog_url: null,
    date_published: '2026-09-01T12:00:00.000000Z',
    downloads: 1_000,
    version_type: 'release',
    status: 'listed',
    requested_status: null,
    files: [],
    dependencies: [
      { version_id: null, project_id: 'QQRRSSTT', file_name: null, dependency_type: 'required' },
    ],
    game_versions: ['1.20.1'],
    loaders: ['fabric'],
    ...fields,
  });
}

/** A project as Modrinth tells it, with these fields other than in the example. */
export function modrinthProjectLike(fields: Partial<Project>): Project {
  return projectShape.parse({
    id: 'AABBCCDD',
    slug: 'my_project',
    project_type: 'mod',
    team: 'MMNNOOPP',
    organization: null,
    title: 'My Project',
    description: 'A short description',
    body: 'A long body describing my project in detail',
    body_url: null,
    published: '2024-01-01T12:00:00.000000Z',
    updated: '2026-09-01T12:00:00.000000Z',
    approved: '2024-01-02T12:00:00.000000Z',
    queued: null,
    status: 'approved',
    requested_status: 'approved',
    moderator_message: null,
    license: { id: 'MIT', name: 'MIT License', url: null },
    client_side: 'required',
    server_side: 'optional',
    downloads: 1_000,
    followers: 10,
    categories: ['technology'],
    additional_categories: [],
    game_versions: ['1.20.1'],
    loaders: ['fabric'],
    versions: ['IIJJKKLL'],
    icon_url: null,
    issues_url: null,
    source_url: null,
    wiki_url: null,
    discord_url: null,
    donation_urls: [],
    gallery: [],
    color: 8_703_084,
    thread_id: 'TTUUVVWW',
    monetization_status: 'monetized',
    ...fields,
  });
}
