/** The archive is hostile or not a server pack of this service; the message is written for people. */
export class NoServerPack extends Error {
  override name = 'NoServerPack';
}
