import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signingKeys } from '../../drizzle/schema.ts';
import type { UpdateSource } from '../archive/added-files.ts';
import type { Database } from '../database/database.ts';
import { openSigner } from './signing.ts';

/** A line, and the secret of its link; null where it has none. */
interface LinkedLine {
  name: string;
  updateSecret: string | null;
}

/** Links by which servers ask for what is newer in their line, and the key that signs the answers. */
export interface UpdateLinks {
  /** Null for a line without a link, and where the service does not know its own address. */
  sourceOf(line: LinkedLine): UpdateSource | null;
  /** Whether a link with this key is that of the line. */
  isOf(line: LinkedLine, key: string): boolean;
  /** A signature of the bytes, in base64. */
  signManifest(bytes: Buffer): string;
}

/** A link works until its line gets another secret, or none. Needs PUBLIC_URL, as a server pack is built by no request. */
export async function openUpdateLinks(
  database: Pick<Database, 'db'>,
  publicUrl: string | null,
): Promise<UpdateLinks> {
  const signer = await openSigner(database, 'update-links');
  const privateKey = await openKey(database, 'update-manifests');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  const signedText = (name: string, secret: string) => `${name}\n${secret}`;
  return {
    sourceOf({ name, updateSecret }) {
      if (publicUrl === null || updateSecret === null) return null;
      const key = signer.sign(signedText(name, updateSecret));
      return { url: `${publicUrl}/lines/${encodeURIComponent(name)}/update?key=${key}`, publicKey };
    },
    isOf: ({ name, updateSecret }, key) =>
      updateSecret !== null && signer.verify(signedText(name, updateSecret), key),
    signManifest: (bytes) => sign(null, bytes, privateKey).toString('base64'),
  };
}

/** The prefix of the 32 bytes of a private Ed25519 key in PKCS #8. */
const beforeKey = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key, made once and kept in the database, so that all nodes share it. */
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
