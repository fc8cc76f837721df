/** This version cannot work with the tables, and has not changed them; the message says what to do. */
export class RefusedTables extends Error {
  override readonly name = 'RefusedTables';
}
