import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { type ClientAddress, clientAddress } from './client-address.ts';
import { openControl } from './control.ts';
import { createDownloadLinks, type DownloadLinks } from './download-links.ts';
import { type FirstToken, openFirstToken } from './first-token.ts';
import { type GoodSlots, openGoodSlots } from './good-slots.ts';
import { type LiveConnections, openLiveConnections } from './live-connections.ts';
import { createMakers, type Makers } from './makers.ts';
import type { Access } from './permissions.ts';
import { type Limiter, openLimiter } from './rate-limits.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { openSigner, type Signer } from './signing.ts';
import { openTicketBoard, type TicketBoard } from './ticket-board.ts';
import { openUpdateLinks, type UpdateLinks } from './update-links.ts';
import { openUploadHolds, type UploadHolds } from './upload-holds.ts';
import { openUploadLocks, type UploadLocks } from './upload-locks.ts';

/** Everything that decides who may do what, and how often. */
export interface AccessControl extends AsyncDisposable {
  mode: Access;
  clientAddress: ClientAddress;
  authenticate: Authenticate;
  limiter: Limiter;
  holds: UploadHolds;
  slots: GoodSlots;
  connections: LiveConnections;
  makers: Makers;
  downloadLinks: DownloadLinks;
  ticketSigner: Signer;
  updateLinks: UpdateLinks;
  /** Sign-in of browsers at the issuer of JSON web tokens; null when it is not set up. */
  signIn: SignIn | null;
  /** The way to an operator's token where nobody has one. */
  firstToken: FirstToken;
  tickets: TicketBoard;
  uploadLocks: UploadLocks;
}

/** Opens access control; with the embedded database, also the port for `npm run token`. */
export async function openAccessControl(
  { database, log }: { database: Database; log: Logger },
  config: Config,
  /** Whether somebody at a terminal may make the first operator's token. */
  offersFirstToken = false,
): Promise<AccessControl> {
  await using opened = new AsyncDisposableStack();
  const limiter = opened.use(openLimiter(database, config.rateLimits));
  const connections = opened.use(await openLiveConnections({ database, log }));
  const tickets = opened.use(await openTicketBoard(database));
  const uploadLocks = opened.use(await openUploadLocks(database));
  if (database.kind === 'embedded') opened.use(await openControl({ database, log }, config.dataDir));
  const linkSigner = await openSigner(database, 'download-links');
  const ticketSigner = await openSigner(database, 'upload-tickets');
  const updateLinks = await openUpdateLinks(database, config.publicUrl);
  // Its library is loaded where there is an issuer.
  const issuer = config.oidc ? (await import('./oidc.ts')).createJwtIssuer(config.oidc) : null;
  // An issuer says itself who operates.
  const firstToken = await openFirstToken(database, { isOffered: offersFirstToken && config.oidc === null });
  const makers = createMakers(database, issuer, config.access);
  const parts = opened.move();
  return {
    mode: config.access,
    clientAddress: clientAddress(config.trustedProxies),
    authenticate: createAuthenticate(database, limiter, issuer),
    limiter,
    holds: openUploadHolds(database, {
      ...config.goods,
      tokenReserveBytes: config.tokenReserveBytes,
      forgetAfterMs: config.retention.unfinishedMs,
    }),
    slots: openGoodSlots(config.goods),
    connections,
    makers,
    downloadLinks: createDownloadLinks(makers, linkSigner, config.downloadLinkSeconds),
    ticketSigner,
    updateLinks,
    signIn: config.oidc ? createSignIn(config.oidc) : null,
    firstToken,
    tickets,
    uploadLocks,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
