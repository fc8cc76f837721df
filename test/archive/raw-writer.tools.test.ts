import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { addedFileNames } from '../../src/archive/build/added-files.ts';
import { type BuiltServerPack, buildServerPack } from '../support/server-pack.ts';
import { zipWith } from '../support/zip.ts';

const run = promisify(execFile);

/** Reads an archive from front to back, by its local headers alone, and prints how many entries there are. */
const javaStreamReader = `
import java.io.*;
import java.util.zip.*;

class StreamReader {
  public static void main(String[] args) throws IOException {
    int entries = 0;
    try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
      while (zip.getNextEntry() != null) {
        zip.transferTo(OutputStream.nullOutputStream());
        entries++;
      }
    }
    System.out.println(entries);
  }
}
`;

const pythonReader = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(len(archive.infolist()))
`;

const addedFiles = ({ task }: BuiltServerPack) => addedFileNames(task.run).length;

describe.each([
  [
    'entries of every kind',
    () =>
      buildServerPack(
        [
          { name: 'mods/', mode: 0o040777 },
          { name: 'mods/stored.jar', data: zipWith({ a: 'a' }), method: 0, descriptor: true },
          { name: 'mods/deflated.jar', data: zipWith({ b: 'b' }), descriptor: true },
          { name: 'mods/large-fields.jar', data: zipWith({}), descriptor: true, zip64: true },
          { name: 'config/empty.txt', data: '' },
          { name: 'config/empty-stored.txt', data: '', method: 0 },
          { name: 'config/deflated-folder/', data: '', method: 8 },
          { name: 'config/ünïcödé ✓ 日本.txt', data: 'x' },
          { name: Buffer.from('config/\x84.txt', 'latin1'), data: 'x', flags: 0 },
          { name: 'config/run.sh', data: 'echo', mode: 0o104777, extra: Buffer.from([0x55, 0x54, 1, 0, 0]) },
          { name: 'resourcepacks/art.zip', data: 'left out' },
        ],
        { comment: 'comment', prepended: Buffer.from('in front') },
      ),
    10,
  ],
  [
    '70,000 entries',
    () =>
      buildServerPack([
        { name: 'mods/a.jar', data: zipWith({}) },
        ...Array.from({ length: 69_999 }, (_, index) => ({ name: `config/${index}`, data: '', method: 0 })),
      ]),
    70_000,
  ],
] as const)('a server pack of %s', (_what, build, carriedOver) => {
  let pack: BuiltServerPack;
  beforeAll(async () => {
    pack = await build();
    return () => pack[Symbol.asyncDispose]();
  });

  test('is accepted by unzip', async () => {
    const { stdout } = await run('unzip', ['-tq', pack.task.outputPath]);
    expect(stdout).toContain('No errors detected');
  });

  test('is accepted by 7z', async () => {
    const { stdout } = await run('7z', ['t', pack.task.outputPath]);
    expect(stdout).toContain('Everything is Ok');
    expect(stdout).not.toContain('Warning');
  });

  test("is accepted by Python's zipfile", async () => {
    const { stdout } = await run('python3', ['-c', pythonReader, pack.task.outputPath]);
    expect(Number(stdout)).toBe(carriedOver + addedFiles(pack));
  });

  test("is accepted by Java's ZipInputStream", async () => {
    const program = join(dirname(pack.task.outputPath), 'StreamReader.java');
    await writeFile(program, javaStreamReader);
    const { stdout } = await run('java', [program, pack.task.outputPath]);
    expect(Number(stdout)).toBe(carriedOver + addedFiles(pack));
  });
});
