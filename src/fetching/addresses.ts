import ipaddr from 'ipaddr.js';

/** The prefix by which an IPv6-only network reaches public IPv4 addresses (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** The range of the public IPv6 internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for an address of the public internet, in any notation. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === 'unicast';
  if (parsed.match(nat64)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast';
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}
