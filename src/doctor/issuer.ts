import { readFileSync } from 'node:fs';
import { createJwtIssuer } from '../access/oidc.ts';
import { createRestingFetch, discover, discoveryTimeoutMs } from '../access/oidc-discovery.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { type Finding, fault, ok, warn, wordsOf } from './finding.ts';

type Settings = Pick<Config, 'oidc' | 'publicUrl' | 'port'>;

/** Seconds that a token should last at most, and at least. */
const daySeconds = 86_400;
const minuteSeconds = 60;

/** Whether the issuer can be asked, and pages of this service can sign people in there. */
export async function checkIssuer({ oidc, publicUrl, port }: Settings): Promise<Finding[]> {
  if (oidc === null) return [];
  const { issuer, web, jwksUrl } = oidc;
  const request = createRestingFetch();
  const found: Finding[] = [];
  try {
    const document = await discover(issuer, request);
    await request(jwksUrl ?? document.jwks_uri, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
    found.push(ok(`The issuer ${issuer} and its keys can be read.`));
    if (web === null) return found;
    const { authorization_endpoint, token_endpoint } = document;
    if (authorization_endpoint === undefined || token_endpoint === undefined)
      return [...found, fault(`${issuer} names no endpoints for signing in. Unset OIDC_CLIENT_ID.`)];
    const origin = new URL(publicUrl ?? `http://localhost:${port}`).origin;
    return [...found, await checkCors(token_endpoint, origin, web.clientId)];
  } catch (error) {
    return [
      ...found,
      fault(`The issuer ${issuer} cannot be used: ${wordsOf(error)}. OIDC_ISSUER must be its exact address.`),
    ];
  }
}

/** Asks for a token without a code, as a page does: the refusal has the headers that a page needs to read an answer. */
async function checkCors(endpoint: string, origin: string, clientId: string): Promise<Finding> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId }),
    signal: AbortSignal.timeout(discoveryTimeoutMs),
  });
  await answer.body?.cancel();
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return ok(`Pages of ${origin} can fetch tokens at ${endpoint}.`);
  return fault(
    `Signing in will fail: ${endpoint} does not let pages of ${origin} read its answers (CORS). ` +
      `Add ${origin} to the web origins of the client ${clientId} at the issuer.`,
  );
}

/** Whether a token of the issuer, in this file, is accepted, and for how long. */
export async function checkJwt({ oidc }: Pick<Config, 'oidc'>, file: string): Promise<Finding> {
  if (oidc === null) return fault('OIDC_ISSUER is not set, so no JSON web token is accepted.');
  try {
    const { role, expires } = await createJwtIssuer(oidc).verify(readFileSync(file, 'utf8').trim());
    if (role === null)
      return warn(
        `The token in ${file} gives no role: ${oidc.roleClaim.join('.')} has none of ${Object.values(oidc.roleNames).join(', ')}. ` +
          'Set OIDC_ROLE_CLAIM, or OIDC_READER, OIDC_PUBLISHER and OIDC_OPERATOR.',
      );
    const seconds = Math.round((expires.getTime() - Date.now()) / 1000);
    const lasts = `The token in ${file} is accepted as ${role} for ${seconds} seconds more`;
    if (seconds > daySeconds)
      return warn(`${lasts}, and so is a stolen one. Let the issuer's tokens last for an hour.`);
    if (seconds < minuteSeconds)
      return warn(`${lasts}, which large uploads outlast. Let the issuer's tokens last for an hour.`);
    return ok(`${lasts}.`);
  } catch (error) {
    if (!(error instanceof AppError)) return fault(`${file} cannot be read: ${wordsOf(error)}.`);
    if (error.code === 'UNAVAILABLE')
      return fault(`The token in ${file} could not be checked: ${error.message}`);
    return fault(`The token in ${file} is refused. ${error.message} The audience must be ${oidc.audience}.`);
  }
}
