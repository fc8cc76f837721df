/** The warning about arguments of the pack's author that a server pack lacks. */
export const authorsArgsLeftOut = 'AUTHORS_ARGS_LEFT_OUT';

/** True for what warnings tell beside faults: something may be missing, and nothing is wrong. It is one grey line wherever it is shown. */
export function isNote({ code }: { code: string }): boolean {
  return code === 'CATALOGUE_NOT_ASKED' || code === authorsArgsLeftOut;
}
