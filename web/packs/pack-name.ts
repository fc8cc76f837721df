/** The fields that a modpack's title comes from. */
export interface NamedPack {
  /** The file's name. */
  name: string;
  /** Whether its uploader has given it that name. */
  renamed: boolean;
  manifest?: { name?: string | null; version?: string | null } | null;
}

/** A modpack's own name and version, else its file name. */
export function packName({ name, renamed, manifest }: NamedPack): string {
  if (renamed) return name.replace(/\.(?:zip|mrpack)$/i, '');
  if (!manifest?.name) return name;
  const { name: own, version } = manifest;
  return !version || own.includes(version) ? own : `${own} ${version}`;
}

/** The name of its file, where the modpack is called something else. */
export function fileNameBeside(pack: NamedPack): string | null {
  return pack.renamed || packName(pack) === pack.name ? null : pack.name;
}
