export interface ReadClass {
  /** The class's name as a path. */
  path: string;
  bytes: Buffer;
}
