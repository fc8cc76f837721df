import { z } from 'zod';

/**
 * The facts about a JSON web token that are stored with links, tickets and sessions made with it. They do not
 * authenticate a request.
 */
export const jwtProof = z.object({
  role: z.string().nullable(),
  /** The token's expiry, in milliseconds. */
  expires: z.number(),
  /** A digest of the settings under which the token was accepted. */
  settings: z.string(),
  /**
   * The header fields by which the token's key is found, and the thumbprint of that key; null in a session, which stands
   * for itself.
   */
  alg: z.string(),
  kid: z.string().optional(),
  key: z.string().nullable(),
});
export type JwtProof = z.infer<typeof jwtProof>;
