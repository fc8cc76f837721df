import type { Config } from '../config.ts';
import { type ImportRequest, importModPack } from '../core/packs/import-mod-pack.ts';
import type { AcceptedRun, UploadNeeds } from '../core/packs/mod-packs.ts';
import type { Fetching } from '../fetching/open-fetching.ts';
import { limitKey } from '../limits/rate-limits.ts';
import type { AccessControl } from './access-control.ts';
import { accountOf, lineCallerOf } from './accounts.ts';
import { permissionsOf, type Viewer } from './permissions.ts';
import { findLiveToken } from './tokens.ts';
import { admitUpload, receiveCounted } from './upload-account.ts';

/** Dependencies of an import that counts for a caller. */
export interface ImportNeeds extends Omit<UploadNeeds, 'config'> {
  access: Pick<AccessControl, 'limiter' | 'reservations' | 'slots' | 'mode'>;
  fetching: Fetching | null;
  config: UploadNeeds['config'] & Pick<Config, 'archiveLimits' | 'maxUploadBytes' | 'sharedLimits'>;
}

/**
 * Fetches a published modpack as an upload of the caller. Fails as `admitUpload` and `importModPack`, or when too many
 * are under way.
 */
export async function importOnAccount(
  needs: ImportNeeds,
  viewer: Viewer,
  request: Omit<ImportRequest, 'by'>,
  signal: AbortSignal,
): Promise<AcceptedRun> {
  const { access, config, storage } = needs;
  using ending = new DisposableStack();
  ending.adopt(access.slots.imports.take(limitKey(viewer)), (underWay) => underWay.release());
  const { account } = await admitUpload(needs, viewer, { owner: viewer, expected: Number.POSITIVE_INFINITY });
  try {
    const receive: typeof storage.receiveFrom = (write, limits) =>
      receiveCounted(account, (counted) => storage.receiveFrom(write, { ...limits, ...counted }));
    const options = { maxBytes: config.maxUploadBytes, receive, signal };
    const by = lineCallerOf(viewer, access.mode);
    return await importModPack(needs, { ...request, by }, options, accountOf(viewer));
  } finally {
    await account.close();
  }
}

/** The caller behind a token, outside of any request; null when the token may not publish any more. */
export async function publisherBy(
  { database, access }: Pick<ImportNeeds, 'database' | 'access'>,
  tokenId: number,
): Promise<Viewer | null> {
  const token = await findLiveToken(database, tokenId);
  if (token === null) return null;
  const { name, role, voter: mayNameVoter, quota, expires } = token;
  const rights = { role, mayNameVoter };
  if (!permissionsOf(access.mode, rights).has('publish')) return null;
  return {
    kind: 'token',
    name,
    ...rights,
    tokenId,
    address: '',
    quota,
    expires,
    proof: null,
    sessionId: null,
  };
}
