import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { lines, modPacks, serverPacks } from '../../../drizzle/schema.ts';
import { isSeen } from '../../archive/pack-title.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { cleanFileName, titleOf } from '../files/file-name.ts';
import type { LineCaller } from '../lines/line-rules.ts';

/** The columns that decide who may change a modpack; all null where the owner is unknown. */
interface ModPackOwner {
  tokenId: number | null;
  /** The subject of the sign-in's issuer. */
  subject: string | null;
  /** The SHA-256 of the secret, in lower-case hexadecimal. */
  ownerSecretHash: string | null;
  /** The platform's project of the modpack's line: callers share such modpacks, whoever had them fetched. */
  project: string | null;
}

/** The columns for `demandOwner`. */
export const ownerColumns = {
  tokenId: modPacks.tokenId,
  subject: modPacks.subject,
  ownerSecretHash: modPacks.ownerSecretHash,
  project: sql<string | null>`(select line.project from ${lines} as line where line.id = ${modPacks.lineId})`,
};

/** A caller who wants to change a modpack. */
export interface OwnerClaim extends LineCaller {
  /** The secret that the upload returned, if the caller sends it. */
  secret: string | null;
}

/** A secret of 256 random bits for an uploader without a token or sign-in, and its hash, which is stored. */
export function createOwnerSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret).toString('hex') };
}

/** Whether the caller is an operator, or uploaded the modpack with its token or sign-in and does not share it. */
export function isKnownOwner(owner: Omit<ModPackOwner, 'ownerSecretHash'>, caller: LineCaller): boolean {
  if (caller.isOperator) return true;
  if (owner.project !== null) return false;
  return caller.tokenId === null
    ? caller.subject !== null && caller.subject === owner.subject
    : caller.tokenId === owner.tokenId;
}

/**
 * Fails with FORBIDDEN unless the caller may change the modpack; with UNAUTHENTICATED for a caller without any proof.
 */
export function demandOwner(owner: ModPackOwner, claim: OwnerClaim): void {
  if (isKnownOwner(owner, claim)) return;
  if (owner.project !== null)
    throw new AppError(
      'FORBIDDEN',
      'The modpack is a version of a project on a platform, which everybody shares: only operators change or delete it.',
    );
  if (claim.secret !== null && isSecretOf(owner, claim.secret)) return;
  if (claim.secret !== null)
    throw new AppError(
      'FORBIDDEN',
      'This owner secret is not that of the modpack. Copy it whole, as its upload was answered.',
    );
  throw new AppError(
    claim.tokenId === null && claim.subject === null ? 'UNAUTHENTICATED' : 'FORBIDDEN',
    'Only operators and the uploader may change a modpack: send the token of its upload, or the owner secret that its upload was answered with.',
  );
}

/** Whether the caller may change a modpack. */
export async function isOwnerOf(
  { db }: Pick<Database, 'db'>,
  modPackId: number,
  claim: OwnerClaim,
): Promise<boolean> {
  const [owner] = await db.select(ownerColumns).from(modPacks).where(eq(modPacks.id, modPackId));
  if (!owner) return false;
  return isKnownOwner(owner, claim) || (claim.secret !== null && isSecretOf(owner, claim.secret));
}

function isSecretOf({ ownerSecretHash }: ModPackOwner, secret: string): boolean {
  if (ownerSecretHash === null) return false;
  return timingSafeEqual(hashOf(secret), Buffer.from(ownerSecretHash, 'hex'));
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** An uploader's changes to a modpack; an absent field stays. */
export interface ModPackChanges {
  name?: string | null | undefined;
  hidden?: boolean | null | undefined;
}

/** Renames, hides or shows a modpack. Fails with NOT_FOUND, FORBIDDEN, or INVALID_INPUT for an invalid name. */
export async function changeModPack(
  { db }: Pick<Database, 'db'>,
  { modPackId, name, hidden }: ModPackChanges & { modPackId: number },
  by: OwnerClaim,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [modPack] = await tx
      .select({ name: modPacks.name, hidden: modPacks.hidden, ...ownerColumns })
      .from(modPacks)
      .where(eq(modPacks.id, modPackId))
      .for('no key update');
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
    demandOwner(modPack, by);
    const title = name == null ? null : titleGiven(name);
    const ending = modPack.name.slice(titleOf(modPack.name).length);
    const changes = {
      // The file name keeps its extension, since the bytes do not change.
      ...(title === null ? {} : { name: title + ending, renamed: true, title }),
      ...(hidden == null || hidden === modPack.hidden ? {} : { hidden }),
    };
    if (Object.keys(changes).length === 0) return;
    await tx.update(modPacks).set(changes).where(eq(modPacks.id, modPackId));
    if ('hidden' in changes) await noteChangedList(tx, modPackId);
  });
}

/** Longest name in bytes of UTF-8, which leaves room for the extension. */
const longestTitle = 200;

/** Checks the title that an uploader gives to a modpack. */
function titleGiven(given: string): string {
  const title = titleOf(cleanFileName(given));
  if (!isSeen(title) || Buffer.byteLength(given) > longestTitle) {
    const message = `name must have 1 to ${longestTitle} bytes, and a letter or digit that shows.`;
    throw new AppError('INVALID_INPUT', message, { field: 'name' });
  }
  return title;
}

/** The list of server packs changes too, although its rows do not. */
async function noteChangedList(tx: Queries, modPackId: number): Promise<void> {
  await rows(
    tx,
    sql`insert into list_changes (list, first_id)
      select distinct 'SERVER_PACKS', id - id % list_part_size('SERVER_PACKS')
      from ${serverPacks} where mod_pack_id = ${modPackId}`,
  );
}
