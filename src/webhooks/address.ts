import net from 'node:net';
import { AppError } from '../errors.ts';
import { isPublicAddress } from '../fetching/addresses.ts';

const longest = 2_048;

/**
 * Normalises a receiver's address. Each delivery checks the address again when it connects; this check shows mistakes
 * at registration. Fails with INVALID_INPUT.
 */
export function judgeReceiver(text: string, { privateAddresses }: { privateAddresses: boolean }): string {
  const refuse = (fault: string) => new AppError('INVALID_INPUT', `url ${fault}.`, { field: 'url' });
  if (text.length > longest) throw refuse(`must have at most ${longest} characters, not ${text.length}`);
  if (!URL.canParse(text)) throw refuse('must be an address, such as https://example.org/hooks');
  const url = new URL(text);
  const protocols = privateAddresses ? ['https:', 'http:'] : ['https:'];
  if (!protocols.includes(url.protocol))
    throw refuse(`must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  if (url.username !== '' || url.password !== '') throw refuse('must have no user name and no password');
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (!privateAddresses && net.isIP(literal) !== 0 && !isPublicAddress(literal))
    throw refuse(`leads to ${literal}, which is not a public address`);
  // A fragment is never sent.
  url.hash = '';
  if (url.href.length > longest) throw refuse(`must have at most ${longest} characters as it is sent`);
  return url.href;
}
