/** The fields that tell whether a modpack is called something else than its file. */
export interface NamedPack {
  title: string;
  /** The file's name. */
  name: string;
  /** Whether its uploader has given it that name. */
  renamed: boolean;
}

/** The name of its file, where the modpack is called something else. */
export function fileNameBeside({ title, name, renamed }: NamedPack): string | null {
  return renamed || title === name ? null : name;
}

/** What a modpack is called, with the name of its file where that is another. */
export function titleAndFile(pack: NamedPack): string {
  const file = fileNameBeside(pack);
  return file === null ? pack.title : `${pack.title} · ${file}`;
}
