/** The gateway's last word on the token; a token that it has not seen yet counts as accepted. */
export type TokenState = 'absent' | 'accepted' | 'refused';

/** The bot's token for the gateway. The gateway answers one that it does not accept with a refusal of everything. */
export interface Credential {
  readonly state: TokenState;
  /** The headers that prove who asks; none without a token. */
  readonly proof: Readonly<Record<string, string>>;
  /** The headers while the gateway accepts the token; none once it refuses it, since much works without one. */
  readonly usableProof: Readonly<Record<string, string>>;
  /** To be told what the gateway made of the token. */
  accept(): void;
  refuse(): void;
}

/** Keeps what is known of a token; `onRefused` is called each time that the gateway begins to refuse it. */
export function createCredential(token: string | null, onRefused: () => void = () => {}): Credential {
  const proof: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  let state: TokenState = token === null ? 'absent' : 'accepted';
  return {
    get state() {
      return state;
    },
    proof,
    get usableProof() {
      return state === 'refused' ? {} : proof;
    },
    accept() {
      if (token !== null) state = 'accepted';
    },
    refuse() {
      if (state !== 'accepted') return;
      state = 'refused';
      onRefused();
    },
  };
}
