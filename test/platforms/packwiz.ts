import { createHash } from 'node:crypto';

/**
 * What packs made with packwiz hold, as the format describes itself (1.0.0 and 1.1.0, which added `mode`). Tests make packs of these
 * shapes, and the reader is tested on them.
 */
export const recorded = {
  read: '2026-11-27',
  pages: [
    'https://packwiz.infra.link/reference/pack-format/pack-toml/',
    'https://github.com/packwiz/packwiz-spec/blob/035134404aba79e50913c4c3d34869674a36a678/src/defs/Index.ts',
    'https://github.com/packwiz/packwiz-spec/blob/23b4c544a3fca001afa76b631c9b4668261d5fd8/src/defs/Metafile.ts',
    'https://github.com/packwiz/packwiz-spec/blob/2f1ab7d31646cb4583d4d7b0e41413c3c19697a9/src/defs/shared/HashFormat.ts',
    'https://github.com/packwiz/packwiz/blob/0433b793dd275449e0f4ea38a0a2393cb0c9f9e2/core/pack.go',
    'https://github.com/packwiz/packwiz-installer/blob/92d6f68f1d88c0878780f8a5d5ca991b65a9ef0a/src/main/kotlin/link/infra/packwiz/installer/metadata/IndexFile.kt',
  ],
};

/** A file of an index: metafiles are given by their fields. */
export interface PackwizFile {
  /** Relative to the index. */
  file: string;
  content: string | Buffer;
  isMetafile?: boolean;
  /** Further fields of the index, as TOML. */
  more?: string;
}

/** A metafile, as TOML. */
export function packwizMetafile({
  filename,
  hash,
  hashFormat = 'sha256',
  url,
  more = '',
  curseForge,
}: {
  filename: string;
  hash: string;
  hashFormat?: string;
  /** Left out where CurseForge is to be asked. */
  url?: string;
  /** Lines in front of the tables. */
  more?: string;
  curseForge?: { project: number; file: number };
}): string {
  const where = url === undefined ? 'mode = "metadata:curseforge"' : `url = ${JSON.stringify(url)}`;
  const update =
    curseForge === undefined
      ? '[update.modrinth]\nmod-id = "AANobbMI"\nversion = "IIJJKKLL"\n'
      : `[update.curseforge]\nfile-id = ${curseForge.file}\nproject-id = ${curseForge.project}\n`;
  return `name = "A mod"\nfilename = ${JSON.stringify(filename)}\n${more}\n[download]\n${where}\nhash-format = "${hashFormat}"\nhash = "${hash}"\n\n[update]\n${update}`;
}

/** The files of a packwiz pack by their names: `pack.toml`, `index.toml` and what it names. */
export function packwizPack(
  files: readonly PackwizFile[],
  {
    format = 'packwiz:1.1.0',
    indexHash,
    more = '',
  }: { format?: string; indexHash?: string; more?: string } = {},
): Record<string, string | Buffer> {
  const listed = files.map(
    ({ file, content, isMetafile = false, more: fields = '' }) =>
      `[[files]]\nfile = ${JSON.stringify(file)}\nhash = "${sha256(content)}"\n${isMetafile ? 'metafile = true\n' : ''}${fields}\n`,
  );
  const index = `hash-format = "sha256"\n\n${listed.join('\n')}`;
  const pack = `name = "A pack"\nauthor = "An author"\nversion = "1.0.0"\npack-format = "${format}"\n\n[index]\nfile = "index.toml"\nhash-format = "sha256"\nhash = "${indexHash ?? sha256(index)}"\n\n[versions]\nfabric = "0.15.6"\nminecraft = "1.20.1"\n${more}`;
  return {
    'pack.toml': pack,
    'index.toml': index,
    ...Object.fromEntries(files.map(({ file, content }) => [file, content])),
  };
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
