import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signingKeys } from '../../drizzle/schema.ts';
import type { Database } from '../database/database.ts';

/** Signs texts for one purpose; a signature made for another never fits. */
export interface Signer {
  sign(text: string): string;
  /** Whether the signature is the one for this text, told in constant time. */
  verify(text: string, signature: string): boolean;
}

/** The signer for a purpose. Its key is made once and kept in the database, so that all nodes share it. */
export async function openSigner({ db }: Pick<Database, 'db'>, purpose: string): Promise<Signer> {
  await db
    .insert(signingKeys)
    .values({ purpose, key: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  if (!row) throw new Error(`There is no key to sign with for ${purpose}.`);
  const key = Buffer.from(row.key, 'hex');
  const mac = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => mac(text).toString('base64url'),
    verify(text, signature) {
      const given = Buffer.from(signature, 'base64url');
      const right = mac(text);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
