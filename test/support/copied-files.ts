import { MemoryFS, PGlite } from '@electric-sql/pglite';

/** The files of an embedded database, by their names. */
export interface Folder {
  [name: string]: Folder | Uint8Array;
}

/** What PGlite keeps of a file or folder in memory. */
interface Node {
  contents: ArrayBufferView | Record<string, Node>;
  usedBytes: number;
  node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node };
}

const folderMode = 0o040700;
const fileMode = 0o100600;

/** The files of an embedded database as they are at this moment: after a checkpoint, all of it. */
export function filesOf(client: PGlite): Folder {
  const { node }: { node: Node } = client.Module.FS.lookupPath(PGlite.paths.PGDATA);
  return isFolder(node.contents) ? folderOf(node.contents) : {};
}

function folderOf(nodes: Record<string, Node>): Folder {
  const entries = Object.entries(nodes).map(([name, { contents, usedBytes }]) => {
    if (isFolder(contents)) return [name, folderOf(contents)] as const;
    return [name, new Uint8Array(contents.buffer, contents.byteOffset, usedBytes).slice()] as const;
  });
  return Object.fromEntries(entries);
}

function isFolder(contents: Node['contents']): contents is Record<string, Node> {
  return !ArrayBuffer.isView(contents);
}

/**
 * A copy of these files for one database to live on, in memory. PGlite's own way, a dump, looks up the path of each of five hundred
 * files several times: half of what a copy took.
 */
export class CopiedFiles extends MemoryFS {
  readonly #files: Folder;

  constructor(files: Folder) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = (this.pg ?? failToFind()).Module;
    FS.mkdirTree(PGlite.paths.PGDATA, folderMode);
    const { node }: { node: Node } = FS.lookupPath(PGlite.paths.PGDATA);
    fill(node, this.#files);
  }
}

function fill(folder: Node, files: Folder): void {
  for (const [name, content] of Object.entries(files)) {
    if (content instanceof Uint8Array) {
      const file = folder.node_ops.mknod(folder, name, fileMode, 0);
      file.contents = new Uint8Array(content);
      file.usedBytes = content.length;
    } else fill(folder.node_ops.mknod(folder, name, folderMode, 0), content);
  }
}

function failToFind(): never {
  throw new Error('The database has asked for its files before it was there.');
}
