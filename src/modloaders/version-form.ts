/** Dotted numbers, then any suffix of a build or pre-release; no character has a special meaning in a shell. */
const versionForm = /^\d{1,10}(?:\.\d{1,10}){0,5}(?:[.+_-][0-9A-Za-z]{1,20}){0,6}$/;

/** Checks the form of a modloader version: `47.2.0`, `20.4.80-beta`, `10.13.4.1614-1.7.10`, `0.17.0-beta.4`. */
export function isModloaderVersion(text: string): boolean {
  return text.length <= 64 && versionForm.test(text);
}
