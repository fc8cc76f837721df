/** The sender of a request, as counters and rows identify it. */
export interface Caller {
  kind: 'anonymous' | 'token' | 'oidc';
  /** The token's name or the subject of the JSON web token; `anonymous` for other callers. */
  name: string;
  /** The row of the token, for rows that refer to it. */
  tokenId: number | null;
  /** The client's address; an IPv6 address stands for its /64 network. */
  address: string;
}

/** The owner of tickets and sessions: a token, a subject, or, with neither, all callers without a token. */
export interface Owner {
  tokenId: number | null;
  subject: string | null;
}

export function ownerOf({ tokenId, kind, name }: Pick<Caller, 'tokenId' | 'kind' | 'name'>): Owner {
  return { tokenId, subject: kind === 'oidc' ? name : null };
}
