/** What a modpack's name is read from. */
export interface NamedPack {
  /** That of its file. */
  name: string;
  manifest?: { name?: string | null; version?: string | null } | null;
}

/** What a modpack calls itself, with its version; the name of its file where it does not say. */
export function packName({ name, manifest }: NamedPack): string {
  if (!manifest?.name) return name;
  const { name: own, version } = manifest;
  return !version || own.includes(version) ? own : `${own} ${version}`;
}

/** The name of its file, where the modpack is called something else. */
export function fileNameBeside(pack: NamedPack): string | null {
  return packName(pack) === pack.name ? null : pack.name;
}
