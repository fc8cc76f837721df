import { z } from 'zod';

/**
 * The facts of a JSON web token that are stored with links and tickets made by it. They do not authenticate a request.
 */
export const jwtProof = z.object({
  role: z.string().nullable(),
  /** When it is over, in milliseconds. */
  expires: z.number(),
  /** Under which settings it was accepted. */
  settings: z.string(),
  /** The header by which its key is looked up, and the thumbprint of that key. */
  alg: z.string(),
  kid: z.string().optional(),
  key: z.string(),
});
export type JwtProof = z.infer<typeof jwtProof>;
