import { createGateway, type Gateway } from '../client/gateway/gateway.ts';
import { readGatewaySettings } from '../client/gateway/settings.ts';
import type { CommandContext } from './context.ts';

/** The service of GATEWAY_URL, to be disposed of. */
export interface OpenGateway extends Gateway, AsyncDisposable {
  /** For what is asked beside GraphQL. */
  readonly url: URL;
  /** What proves who asks at that address; nothing without a token, or with one that was refused. */
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
