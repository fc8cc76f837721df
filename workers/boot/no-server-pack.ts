/** An archive that is no server pack of ours, or a hostile one; its message is for people. */
export class NoServerPack extends Error {
  override name = 'NoServerPack';
}
