import { z } from 'zod';
import { type ApiNeeds, callApi } from './api.ts';

/** A target of a version: the game, a modloader or a Java, by name. */
const target = z.object({
  name: z.string().max(200),
  version: z.string().max(200),
  type: z.string().max(200),
});

const version = z.object({
  id: z.int().positive(),
  name: z.string().max(200),
  type: z.string().max(200).default(''),
  private: z.boolean().nullish(),
  targets: z.array(target).max(100).default([]),
});

const ids = z.object({
  project: z.union([z.int(), z.string().max(20)]),
  file: z.union([z.int(), z.string().max(20)]),
});
const link = z.string().max(2_000);
const hash = z.string().max(200).nullish();

/** A file of a version; the check of the pack judges its fields. */
const file = z.object({
  path: z.string().max(2_000),
  name: z.string().max(2_000),
  url: link.nullish(),
  mirrors: z.array(link).max(16).nullish(),
  sha1: hash,
  hashes: z.object({ sha1: hash, sha256: hash, sha512: hash }).nullish(),
  size: z.int().nullish(),
  clientonly: z.boolean().nullish(),
  serveronly: z.boolean().nullish(),
  optional: z.boolean().nullish(),
  type: z.string().max(200).nullish(),
  curseforge: ids.nullish(),
});

/** An unknown pack is answered with an HTTP status or with an error object. */
const refused = z.object({ status: z.literal('error') });
const packAnswer = z.discriminatedUnion('status', [
  refused,
  z.object({
    status: z.literal('success'),
    id: z.int().positive(),
    name: z.string().max(500),
    versions: z.array(version).max(10_000),
  }),
]);
const versionAnswer = z.discriminatedUnion('status', [
  refused,
  z.object({
    status: z.literal('success'),
    id: z.int().positive(),
    name: z.string().max(200),
    targets: z.array(target).max(100),
    // Only its recommendation is used, which no pack is refused for.
    specs: z.object({ recommended: z.number() }).nullish().catch(null),
    files: z.array(file).max(50_000),
  }),
]);

export type FtbVersion = z.infer<typeof version>;

/** A modpack and its versions. */
export interface FtbPack {
  id: number;
  name: string;
  versions: FtbVersion[];
}

/** A version's targets and files, as the platform's answer has them. */
export type FtbManifest = Pick<
  Extract<z.infer<typeof versionAnswer>, { status: 'success' }>,
  'id' | 'name' | 'targets' | 'specs' | 'files'
>;

/**
 * The part of FTB's API that the service uses. Each call fails with a FetchError or with the signal's reason, and
 * returns null for unknown ids.
 */
export interface Ftb {
  modPack(id: number, signal?: AbortSignal): Promise<FtbPack | null>;
  manifest(modPack: number, version: number, signal?: AbortSignal): Promise<FtbManifest | null>;
}

/**
 * A client of FTB's API at `apiUrl`, without a slash at its end. The API is undocumented: see test/platforms/ftb.ts.
 */
export function createFtb(
  needs: ApiNeeds,
  { apiUrl, milliseconds }: { apiUrl: string; milliseconds: number },
): Ftb {
  const options = (signal?: AbortSignal) => ({ milliseconds, ...(signal ? { signal } : {}) });
  return {
    async modPack(id, signal) {
      const url = `${apiUrl}/modpack/${id}`;
      const found = await callApi(needs, { url, answer: packAnswer, ...options(signal) });
      return found?.status === 'success'
        ? { id: found.id, name: found.name, versions: found.versions }
        : null;
    },
    async manifest(modPack, version, signal) {
      const url = `${apiUrl}/modpack/${modPack}/${version}`;
      const found = await callApi(needs, { url, answer: versionAnswer, ...options(signal) });
      if (found?.status !== 'success') return null;
      const { id, name, targets, specs, files } = found;
      return { id, name, targets, specs, files };
    },
  };
}
