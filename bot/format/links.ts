/** A link as a message can carry it. */
export interface Link {
  /** The address as it is. */
  href: string;
  /** For a link button or an embed; null when Discord would refuse the address. */
  url: string | null;
  /** To be read and copied: the address, never clickable by accident. */
  text: string;
}

/** Makes a link of an address that the gateway gives. */
export type LinkTo = (address: string) => Link;

/** In characters; Discord's limit for the address of a button. */
const longest = 512;

/**
 * Makes links of what the gateway gives. Without a PUBLIC_URL of its own it gives addresses at the host that the bot
 * asks (`gatewayUrl`), where people may not reach it: those are moved to `publicUrl`.
 */
export function linksAt({ gatewayUrl, publicUrl }: { gatewayUrl: URL; publicUrl: URL }): LinkTo {
  return (address) => {
    const { host, pathname, search, href } = new URL(address, gatewayUrl);
    return linkOf(host === gatewayUrl.host ? new URL(`.${pathname}${search}`, publicUrl).href : href);
  };
}

/** Discord refuses addresses whose host has no dot (localhost, a bare machine name), and too long ones in a button. */
function linkOf(href: string): Link {
  const accepted = new URL(href).hostname.includes('.') && href.length <= longest;
  return { href, url: accepted ? href : null, text: `\`${href.replaceAll('`', '%60')}\`` };
}
