import type { Logger } from 'pino';
import type { Backups } from '../backup/backups.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { type LiveConnections, openLiveConnections } from '../limits/live-connections.ts';
import { type Limiter, openLimiter } from '../limits/rate-limits.ts';
import { openSharedSlots, type SharedSlots } from '../limits/shared-slots.ts';
import { openUploadReservations, type UploadReservations } from '../limits/upload-reservations.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { type ClientAddress, clientAddress } from './client-address.ts';
import { openControl } from './control.ts';
import { createDownloadLinks, type DownloadLinks } from './download-links.ts';
import { type FirstToken, openFirstToken } from './first-token.ts';
import { createMakers, type Makers } from './makers.ts';
import type { Access } from './permissions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { openSigner, type Signer } from './signing.ts';
import { openTicketBoard, type TicketBoard } from './ticket-board.ts';
import { openUpdateLinks, type UpdateLinks } from './update-links.ts';
import { openUploadLocks, type UploadLocks } from './upload-locks.ts';

/** Everything that decides who may do what, and how often. */
export interface AccessControl extends AsyncDisposable {
  mode: Access;
  clientAddress: ClientAddress;
  authenticate: Authenticate;
  limiter: Limiter;
  reservations: UploadReservations;
  slots: SharedSlots;
  connections: LiveConnections;
  makers: Makers;
  downloadLinks: DownloadLinks;
  ticketSigner: Signer;
  /** Hashes callers where rows may only show whether two callers are the same. */
  callers: Pick<Signer, 'sign'>;
  updateLinks: UpdateLinks;
  /** Sign-in of browsers at the issuer of JSON web tokens; null when it is not configured. */
  signIn: SignIn | null;
  /** The way to an operator's token while there is none. */
  firstToken: FirstToken;
  tickets: TicketBoard;
  uploadLocks: UploadLocks;
}

/** Opens access control; with the embedded database, also the port for commands. */
export async function openAccessControl(
  { database, log, backups }: { database: Database; log: Logger; backups: Pick<Backups, 'begin'> },
  config: Config,
  /** Whether the first operator's token may be created at the terminal. */
  offersFirstToken = false,
): Promise<AccessControl> {
  await using opened = new AsyncDisposableStack();
  const limiter = opened.use(openLimiter(database, config.rateLimits));
  const connections = opened.use(await openLiveConnections({ database, log }));
  const tickets = opened.use(await openTicketBoard(database));
  const uploadLocks = opened.use(await openUploadLocks(database));
  if (database.kind === 'embedded') opened.use(await openControl({ database, log, backups }, config.dataDir));
  const linkSigner = await openSigner(database, 'download-links');
  const ticketSigner = await openSigner(database, 'upload-tickets');
  const callers = await openSigner(database, 'callers');
  const updateLinks = await openUpdateLinks(database, config.publicUrl);
  // The library is only loaded for a configured issuer.
  const issuer = config.oidc ? (await import('./oidc.ts')).createJwtIssuer(config.oidc) : null;
  // An issuer decides by itself who is an operator.
  const firstToken = await openFirstToken(database, { isOffered: offersFirstToken && config.oidc === null });
  const makers = createMakers(database, issuer, config.access);
  const parts = opened.move();
  return {
    mode: config.access,
    clientAddress: clientAddress(config.trustedProxies),
    authenticate: createAuthenticate(database, limiter, issuer),
    limiter,
    reservations: openUploadReservations(database, {
      ...config.sharedLimits,
      tokenReserveBytes: config.tokenReserveBytes,
      forgetAfterMs: config.retention.unfinishedMs,
    }),
    slots: openSharedSlots(config.sharedLimits),
    connections,
    makers,
    downloadLinks: createDownloadLinks(makers, linkSigner, config.downloadLinkSeconds),
    ticketSigner,
    callers,
    updateLinks,
    signIn: config.oidc ? createSignIn(config.oidc) : null,
    firstToken,
    tickets,
    uploadLocks,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
