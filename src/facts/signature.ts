import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * An Ed25519 public key from base64 of its SPKI form, as `openssl pkey -pubout -outform DER` writes it; null for other
 * text.
 */
export function readPublicKey(base64: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Whether a base64 signature of these bytes was made with the owner's private key. */
export function isSigned(bytes: Buffer, signature: string, key: KeyObject): boolean {
  return verify(null, bytes, key, Buffer.from(signature.trim(), 'base64'));
}
