/** Another process has the data folder; the message says what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}
