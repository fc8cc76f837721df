/** The sender of a request, as counters and rows name it. */
export interface Caller {
  kind: 'anonymous' | 'token' | 'oidc';
  /** The token's name or the subject of the JSON web token; `anonymous` for everybody else. */
  name: string;
  /** The row of the token, for what has to be kept with it. */
  tokenId: number | null;
  /** The client's address; an IPv6 address stands for its /64 network. */
  address: string;
}
