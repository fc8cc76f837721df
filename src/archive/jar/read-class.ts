/** A class that has been read. */
export interface ReadClass {
  /** Its name as a path. */
  path: string;
  bytes: Buffer;
}
