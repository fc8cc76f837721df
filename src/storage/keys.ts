const keyForm = /^[0-9a-f]{64}$/;

/** Published bytes are named by their SHA-256. */
export function isKey(name: string): boolean {
  return keyForm.test(name);
}

/** Fails for anything but a key: another name could lead out of the store's folder. */
export function checkKey(key: string): void {
  if (!isKey(key))
    throw new Error(`A storage key is 64 lower-case hexadecimal digits, not ${JSON.stringify(key)}`);
}
