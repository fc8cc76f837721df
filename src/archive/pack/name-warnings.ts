import type { WarningCode } from '../problem-codes.ts';
import { type ProblemList, printable } from '../problem-list.ts';
import { flagUtf8 } from '../zip/entry.ts';
import type { Directory } from '../zip/entry-naming.ts';
import type { NameEncoding } from '../zip/name-encoding.ts';

/** Warns how names with undeclared encoding were read, because the guess may be wrong. */
export function warnOfReading(
  { entries, names: { encoding, backslashes } }: Directory,
  requested: NameEncoding | null,
  warnings: ProblemList<WarningCode>,
): void {
  if (encoding !== null) {
    const unclear = entries.filter(({ rawName, flags }) => rawName !== null && (flags & flagUtf8) === 0);
    const example = unclear.find(({ name }) => /[^ -~]/.test(name))?.name ?? '';
    const misfit =
      requested === null || requested === encoding
        ? ''
        : ` nameEncoding ${requested} does not fit all of them.`;
    warnings.add(
      'NAMES_DECODED',
      `Names in the archive are not in UTF-8 and were read as ${encoding}, such as "${printable(example)}".${misfit} If they look wrong, give another nameEncoding, or zip the folder with another program.`,
      example,
    );
  }
  if (backslashes)
    warnings.add(
      'NAMES_DECODED',
      'The archive has backslashes between folders, which were taken for slashes.',
    );
}
