/** Reads the first bytes of a file of the pack; null when it is missing or unreadable. */
export type ReadHead = (name: string) => Uint8Array | null;

export const headBytes = 4_096;

/** Whether a private key begins in one of a text's first lines: PEM of any kind, PGP, ssh.com or PuTTY. */
export function holdsPrivateKey(head: Uint8Array): boolean {
  return privateKey.test(textOf(head));
}

/** Whether the first bytes mark a program of Windows, Linux, macOS or Java, or a script. */
export function isProgram(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return programBeginnings.some((beginning) => bytes.startsWith(beginning)) || /^#!/.test(textOf(head));
}

const privateKey =
  /^[ \t]*(?:-----BEGIN (?:[A-Z0-9 ]+ )?PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY|PuTTY-User-Key-File-)/m;

/**
 * MZ; ELF; Mach-O in both byte orders and both widths; Mach-O for several processors, which is also the beginning of a
 * Java class.
 */
const programBeginnings = [
  'MZ',
  '\x7fELF',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
];

/** The text in any encoding: without the zeros of UTF-16 and without a mark. */
function textOf(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  return text.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
}
