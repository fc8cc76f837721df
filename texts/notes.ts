/** True for what warnings tell beside faults: an opinion is missing, and nothing is wrong. It is one grey line wherever it is shown. */
export function isNote({ code }: { code: string }): boolean {
  return code === 'CATALOGUE_NOT_ASKED';
}
