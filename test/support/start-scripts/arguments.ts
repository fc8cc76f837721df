import { describe, expect, test } from 'vitest';
import { asked, fc } from '../seeded.ts';
import { runOf } from './installations.ts';
import { additional, fabric, neoForge, open, openInstalled, type Shell, siteOf } from './setting.ts';

/** Start arguments that some shell, Java's argument files or Windows would take for more than text. */
export const hostileArguments = [
  '-Da=$(touch pwned)',
  '-Db=`touch pwned`',
  '-Dc="quoted"',
  "-Dd='single'",
  '-De=%PATH%',
  '-Df=a;touch pwned',
  '-Dg=C:\\Program Files\\x\\',
  '-Dh=a:b',
  '-Di=two  words ',
  '-Dj=!PATH!^&|<>()',
  `-Dk=$\{HOME}$HOME`,
  '-Dl=größe 日本 🎮',
  '-Dm=\\"\\\\"',
  '-Dn=*?[a-z]~',
  '-Do=#no comment',
  '#p',
  '=q',
  '\\',
  '"',
  '&& touch pwned',
];

/** `start.sh` hands start arguments to Java as they are. */
export function argumentsSuite(shell: Shell): void {
  describe('arguments', () => {
    test.each(['C', 'C.UTF-8'])(
      'nothing in start arguments is run or changed, with LANG=%s',
      async (LANG) => {
        using server = openInstalled(shell, { run: runOf(fabric, hostileArguments) });

        expect(await server.start({ LANG })).toMatchObject({ status: 0 });
        expect(server.javaCalls()).toEqual([[additional, ...hostileArguments, ...fabric.launch]]);
        expect(server.has('pwned')).toBe(false);
      },
    );

    test('nothing in start arguments is run or changed on the way to user_jvm_args.txt', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { run: runOf(neoForge, hostileArguments), mirror: site.address });

      expect(await server.start()).toMatchObject({ status: 0 });
      const [, ...lines] = server.read('user_jvm_args.txt').trimEnd().split('\n');
      expect(lines.map(javaArgumentOf)).toEqual(hostileArguments);
      expect(server.has('pwned')).toBe(false);
    });

    test('whatever the start arguments are, Java gets just these', async () => {
      const argument = fc
        .string({
          unit: fc.oneof(
            fc.constantFrom(' ', '"', '\\', "'", '$', '`', '='),
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          ),
          minLength: 1,
        })
        .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));
      await fc.assert(
        fc.asyncProperty(fc.array(argument, { minLength: 1, maxLength: 30 }), async (startArgs) => {
          using server = openInstalled(shell, { run: runOf(fabric, startArgs) });
          expect(await server.start()).toMatchObject({ status: 0 });
          expect(server.javaCalls()).toEqual([[additional, ...startArgs, ...fabric.launch]]);
        }),
        asked(10),
      );
    });

    test('a double quote that is never closed is an error that shows where', async () => {
      using server = openInstalled(shell);
      const { status, output } = await server.start({ JAVA_ARGS: '-Xmx1G "-Dx=a b' });
      expect(status).toBe(1);
      expect(output).toContain('never closed');
      expect(output).toContain('-Dx=a b');
    });

    test('no additional arguments are fine', async () => {
      await using site = await siteOf(neoForge);
      using server = open(shell, neoForge, { mirror: site.address });
      expect(await server.start({ ADDITIONAL_ARGS: '' })).toMatchObject({ status: 0 });
      expect(server.javaCalls().at(-1)).toEqual(neoForge.launch);
    });

    test.each([
      ['"-Xms4G -Xmx4G"', ['-Xms4G', '-Xmx4G']],
      ["'-Xms4G -Xmx4G'", ['-Xms4G', '-Xmx4G']],
      ['"-Xmx4G"', ['-Xmx4G']],
      ['"  -XX:+UseG1GC  -Xmx1G  "', ['-XX:+UseG1GC', '-Xmx1G']],
      ['"-Xmx4G -Da=\\"b c\\""', ['-Xmx4G', '-Da=b c']],
      ['"-Da=b c" "-Dd=e f"', ['-Da=b c', '-Dd=e f']],
      ['-Da="b c"', ['-Da=b c']],
      ['"-Xmx4G $(touch pwned) `touch pwned`"', ['-Xmx4G', '$(touch', 'pwned)', '`touch', 'pwned`']],
    ])('JAVA_ARGS=%s in variables.txt means what it seems to', async (written, meant) => {
      using server = openInstalled(shell);
      server.write('variables.txt', `JAVA_ARGS=${written}\n${server.read('variables.txt')}`);
      expect(await server.start()).toMatchObject({ status: 0 });
      expect(server.javaCalls()).toEqual([[additional, ...meant, ...fabric.launch]]);
      expect(server.has('pwned')).toBe(false);
    });

    test.each([['a b'], ['"'], [' '], ['"a b"'], ["'a b'"], ['\\'], ['a\\ b\\']])(
      'the only argument %j is not mistaken for a list in quotes',
      async (argument) => {
        using server = openInstalled(shell, { run: runOf(fabric, [argument]) });
        expect(await server.start()).toMatchObject({ status: 0 });
        expect(server.javaCalls()).toEqual([[additional, argument, ...fabric.launch]]);
      },
    );
  });
}

/** Reads one quoted line of an argument file by the rules of Java's launcher. */
function javaArgumentOf(line: string): string {
  return line.replace(/^"(.*)"$/u, '$1').replace(/\\(.)/gu, '$1');
}
