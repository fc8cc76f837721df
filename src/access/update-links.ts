import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signingKeys } from '../../drizzle/schema.ts';
import type { UpdateSource } from '../archive/build/added-files.ts';
import type { Database } from '../database/database.ts';
import { openSigner } from './signing.ts';

/** A line, and the secret of its update link; null without a link. */
interface LinkedLine {
  name: string;
  updateSecret: string | null;
}

/** Links by which servers find updates in their line, and the key that signs the answers. */
export interface UpdateLinks {
  /** The update link of a line; null without a link, and where the service does not know its own address. */
  sourceOf(line: LinkedLine): UpdateSource | null;
  /** The update link of a line if this is its key; else null. */
  openedBy(line: LinkedLine, key: string): UpdateSource | null;
  /** A signature of the bytes, in base64. */
  signManifest(bytes: Buffer): string;
}

/**
 * A link works until its line gets another secret, or none. Links need PUBLIC_URL, since no request gives an address
 * while a server pack is built.
 */
export async function openUpdateLinks(
  database: Pick<Database, 'db'>,
  publicUrl: string | null,
): Promise<UpdateLinks> {
  const signer = await openSigner(database, 'update-links');
  const privateKey = await openKey(database, 'update-manifests');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const signedText = (name: string, secret: string) => `${name}\n${secret}`;
  const sourceOf = ({ name, updateSecret }: LinkedLine) => {
    if (publicUrl === null || updateSecret === null) return null;
    const key = signer.sign(signedText(name, updateSecret));
    const line = `${publicUrl}/lines/${encodeURIComponent(name)}`;
    return { line, url: `${line}/update?key=${key}`, publicKey };
  };
  return {
    sourceOf,
    openedBy: (line, key) =>
      line.updateSecret !== null && signer.verify(signedText(line.name, line.updateSecret), key)
        ? sourceOf(line)
        : null,
    signManifest: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  };
}

/** The prefix of the 32 bytes of a private Ed25519 key in PKCS #8. */
const beforeKey = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key, created once and stored in the database, so that all nodes share it. */
async function openKey({ db }: Pick<Database, 'db'>, purpose: string): Promise<KeyObject> {
  await db
    .insert(signingKeys)
    .values({ purpose, key: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (!row) throw new Error(`There is no key to sign with for ${purpose}.`);
  const key = Buffer.concat([beforeKey, Buffer.from(row.key, 'hex')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
