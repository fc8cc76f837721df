import type { Config } from '../config.ts';
import { ClamdAway, createClamd } from '../scan/clamd.ts';
import { type Finding, fault, ok, warn } from './finding.ts';

const MiB = 1024 ** 2;
/** Bytes of a large mod, which docs/scanning.md has clamd accept. */
const largeFileBytes = 256 * MiB - 1;

function* zeros(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(MiB);
  for (let left = bytes; left > 0; left -= piece.length)
    yield piece.subarray(0, Math.min(left, piece.length));
}

/** Whether clamd answers, and scans files as large as large mods. */
export async function checkScanner({ scan }: Pick<Config, 'scan'>): Promise<Finding[]> {
  const address = scan?.means.clamd ?? null;
  if (scan === null || address === null) return [];
  const { silenceMs } = scan.limits;
  using clamd = createClamd(address, { silenceMs });
  try {
    const version = await clamd.version();
    const verdict = await clamd.scan(() => zeros(largeFileBytes));
    if (verdict.kind === 'clean') return [ok(`${version} answers, and scans files of 256 MiB.`)];
    const why = 'reason' in verdict ? ` ${verdict.reason}` : '';
    return [
      ok(`${version} answers.`),
      warn(
        `clamd does not scan files of 256 MiB.${why} Set StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to 256M.`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof ClamdAway)) throw error;
    const said = (error.cause instanceof ClamdAway ? error.cause : error).message;
    const waits = scan.whenAway === 'hold' ? 'Runs wait until it answers' : 'Packs pass unscanned';
    return [fault(`${said} ${waits}: start clamd, or correct CLAMD.`)];
  }
}
