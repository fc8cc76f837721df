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
