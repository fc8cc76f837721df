/** Another process uses the data folder; the message tells the operator what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}
