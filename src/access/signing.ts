import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signingKeys } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Signs and seals texts for one purpose; a signature or seal of another purpose is refused. */
export interface Signer {
  sign(text: string): string;
  /** Whether the signature is right for this text, compared in constant time. */
  verify(text: string, signature: string): boolean;
  /** Encrypts the text, with a different result each time. */
  seal(text: string): string;
  /** Decrypts a sealed text; null for any other text. */
  unseal(sealed: string): string | null;
}

/** The signer for a purpose. Its key is created once and stored in the database, so that all nodes share it. */
export async function openSigner({ db }: Pick<Database, 'db'>, purpose: string): Promise<Signer> {
  await db
    .insert(signingKeys)
    .values({ purpose, key: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (!row) throw new Error(`There is no key to sign with for ${purpose}.`);
  const key = Buffer.from(row.key, 'hex');
  const mac = (text: string) => createHmac('sha256', key).update(text).digest();
  // A key must serve one purpose only.
  const sealing = mac('seal');
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const sealer = createCipheriv(cipher, sealing, nonce);
      const body = Buffer.concat([sealer.update(text, 'utf8'), sealer.final()]);
      return Buffer.concat([nonce, sealer.getAuthTag(), body]).toString('base64url');
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
      if (rest.length < tagBytes) return null;
      const opener = createDecipheriv(cipher, sealing, nonce).setAuthTag(rest.subarray(0, tagBytes));
      try {
        return Buffer.concat([opener.update(rest.subarray(tagBytes)), opener.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
    sign: (text) => mac(text).toString('base64url'),
    verify(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const right = mac(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
