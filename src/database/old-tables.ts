/** The tables are of a version that this one does not know the way from; the message says what to do. */
export class OldTables extends Error {
  override readonly name = 'OldTables';
}
