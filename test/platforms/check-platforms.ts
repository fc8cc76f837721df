import type { z } from 'zod';
import * as curseForge from './curseforge.ts';
import * as ftb from './ftb.ts';
import * as modrinth from './modrinth.ts';

/** Where the platforms are asked. */
export interface Platforms {
  modrinth: string;
  curseForge: string;
  ftb: string;
  /** Null: CurseForge is not asked. */
  curseForgeKey: string | null;
}

/** Asks by POST where there is a body, and answers the JSON. Fails for any other status than 200. */
export type Ask = (
  url: string,
  asked: { body?: object; headers?: Readonly<Record<string, string>> },
) => Promise<unknown>;

/** What has become of one question that the service relies on. */
export interface Finding {
  question: string;
  /** For what the answer cannot be relied on any more. */
  faults: string[];
  /** What is new in it. */
  news: string[];
}

/** Known on the platforms for years: Sodium on Modrinth, Just Enough Items on CurseForge, FTB Evolution at FTB. */
const known = { modrinth: 'AANobbMI', curseForge: 238_222, ftb: 125 };

/** Asks the platforms what the service asks them, and holds their answers against the recorded shapes; the first question without a sound answer is the last of its platform. */
export async function checkPlatforms(ask: Ask, platforms: Platforms): Promise<Finding[]> {
  const findings: Finding[] = [];
  const put: Put = async (question, shape, asked, relied) => {
    const { faults, news, answer } = await judge(shape, () => ask(...asked));
    const missing = answer === null ? null : relied(answer);
    findings.push({ question, faults: missing === null ? faults : [...faults, missing], news });
    return faults.length > 0 ? null : answer;
  };
  await checkModrinth(put, platforms);
  await checkFtb(put, platforms);
  await checkCurseForge(put, platforms);
  return findings;
}

type Put = <Answer>(
  question: string,
  shape: z.ZodType<Answer>,
  asked: Parameters<Ask>,
  relied: (answer: Answer) => string | null,
) => Promise<Answer | null>;

async function checkModrinth(put: Put, { modrinth: api }: Platforms): Promise<void> {
  const project = JSON.stringify([known.modrinth]);
  const projects = `${api}/projects?ids=${encodeURIComponent(project)}`;
  await put('Modrinth: /projects', modrinth.projectsShape, [projects, {}], (answer) =>
    answer.length === 1 ? null : `${answer.length} projects for one id`,
  );
  const filter = new URLSearchParams({
    game_versions: '["1.20.1"]',
    loaders: '["fabric"]',
    include_changelog: 'false',
  });
  const listed = `${api}/project/${known.modrinth}/version?${filter}`;
  const versions = await put(
    'Modrinth: /project/…/version',
    modrinth.versionsShape,
    [listed, {}],
    (answer) => (answer.length > 0 ? null : 'no versions'),
  );
  const hash = versions?.[0]?.files[0]?.hashes.sha512;
  if (hash === undefined) return;
  const body = { hashes: [hash], algorithm: 'sha512' };
  await put(
    'Modrinth: /version_files',
    modrinth.versionFilesShape,
    [`${api}/version_files`, { body }],
    (answer) => (answer[hash]?.environment ? null : 'no environment of a version'),
  );
}

async function checkFtb(put: Put, { ftb: api }: Platforms): Promise<void> {
  const pack = await put('FTB: /modpack/…', ftb.packShape, [`${api}/modpack/${known.ftb}`, {}], (answer) =>
    answer.versions.length > 0 ? null : 'no versions',
  );
  const version = pack?.versions.at(-1);
  if (version === undefined) return;
  await put(
    'FTB: /modpack/…/…',
    ftb.versionShape,
    [`${api}/modpack/${known.ftb}/${version.id}`, {}],
    ({ files, targets }) =>
      files.length === 0
        ? 'no files'
        : targets.some(({ name }) => name === 'minecraft')
          ? null
          : 'no version of the game',
  );
}

async function checkCurseForge(put: Put, { curseForge: api, curseForgeKey }: Platforms): Promise<void> {
  if (curseForgeKey === null) return;
  const headers = { 'x-api-key': curseForgeKey };
  const projects = await put(
    'CurseForge: /mods',
    curseForge.projectsShape,
    [`${api}/mods`, { body: { modIds: [known.curseForge] }, headers }],
    ({ data }) => (data.length === 1 ? null : `${data.length} projects for one number`),
  );
  const file = projects?.data[0]?.mainFileId;
  if (file === undefined) return;
  await put(
    'CurseForge: /mods/files',
    curseForge.filesShape,
    [`${api}/mods/files`, { body: { fileIds: [file] }, headers }],
    ({ data }) =>
      data[0]?.gameVersions.some((one) => one === 'Client' || one === 'Server')
        ? null
        : 'no mark Client or Server of a file',
  );
  await put(
    'CurseForge: /mods/…/files',
    curseForge.listedFilesShape,
    [`${api}/mods/${known.curseForge}/files?index=0&pageSize=50`, { headers }],
    // What is newer than all files of the first page would not be found.
    ({ data }) => (data.some(({ id }) => id >= file) ? null : 'not the newest files first'),
  );
}

/** A new field is news; a field that is gone or of another type, or a word that is new, is a fault. */
async function judge<Answer>(
  shape: z.ZodType<Answer>,
  ask: () => Promise<unknown>,
): Promise<{ faults: string[]; news: string[]; answer: Answer | null }> {
  let given: unknown;
  try {
    given = await ask();
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)], news: [], answer: null };
  }
  const news = new Set<string>();
  for (const issue of shape.safeParse(given).error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    for (const key of issue.keys) news.add(placeOf([...issue.path, key]));
    forget(given, issue.path, issue.keys);
  }
  const { error, data } = shape.safeParse(given);
  const faults = new Set(error?.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`));
  return { faults: [...faults], news: [...news], answer: data ?? null };
}

/** Of a list, or of what is named by hashes, each has the same fields, so its place says nothing. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'string' && part.length < 40 ? part : '…')).join('.');
}

/** Takes what is new out of an answer, so that the rest of it can be judged. */
function forget(given: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let place: unknown = given;
  for (const part of path) place = Object(place)[part];
  for (const key of keys) if (typeof place === 'object' && place !== null) Reflect.deleteProperty(place, key);
}
