/** The tables belong to a version from which this one cannot migrate; the message says what to do. */
export class OldTables extends Error {
  override readonly name = 'OldTables';
}
