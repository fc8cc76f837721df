import type { LocalFile, Storage } from './storage.ts';

/** Files fetched at a time; a server's latency dominates. */
const atOnce = 8;

/**
 * Makes published files available on this machine until `opened` is disposed of, and returns their paths in the order
 * of the keys.
 */
export async function layReady(
  storage: Pick<Storage, 'local'>,
  keys: readonly string[],
  opened: AsyncDisposableStack,
): Promise<string[]> {
  const paths: string[] = [];
  for (let start = 0; start < keys.length; start += atOnce) {
    const group = keys.slice(start, start + atOnce);
    const settled = await Promise.allSettled(group.map((key) => storage.local(key)));
    for (const one of settled) if (one.status === 'fulfilled') opened.use(one.value);
    paths.push(...settled.map(fulfilled).map(({ path }) => path));
  }
  return paths;
}

function fulfilled(settled: PromiseSettledResult<LocalFile>): LocalFile {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
