import { createGateway, type Gateway } from '../client/gateway/gateway.ts';
import { readGatewaySettings } from '../client/gateway/settings.ts';
import type { CommandContext } from './context.ts';

/** The service of GATEWAY_URL, to be disposed of. */
export interface OpenGateway extends Gateway, AsyncDisposable {
  /** The address for routes other than GraphQL. */
  readonly url: URL;
  /** Headers with the token; none without a token, or with a refused one. */
  proof(): Readonly<Record<string, string>>;
}

export function openGateway({ environment, screen }: CommandContext): OpenGateway {
  const { gatewayUrl: url, gatewayToken: token } = readGatewaySettings(environment);
  const onTokenRefused = () => screen.note('The service does not accept GATEWAY_TOKEN; going on without it.');
  const gateway = createGateway({ url, token, onTokenRefused });
  return Object.assign(gateway, {
    url,
    proof: () => (token === null || gateway.token === 'refused' ? {} : { authorization: `Bearer ${token}` }),
    [Symbol.asyncDispose]: () => gateway.close(),
  });
}
