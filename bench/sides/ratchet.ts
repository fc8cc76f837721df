import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import { withUsers } from '../../src/archive/pack/jar-users.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { type JarFiles, jarWith, modsToml } from '../../test/support/jar.ts';
import { lens, lensJar, viewerJar } from '../../test/support/lens-mod.ts';
import { compiled, compiledClasses, compiledIn } from '../../test/support/side-mods.ts';
import { type JudgedMod, judgePack, packNames } from './evaluate.ts';

/** How well one group of mods is decided about. */
export const figuresOf = z.object({
  /** Client mods that stay out. */
  rightDrops: z.int(),
  /** Mods that servers use and that stay out. */
  wrongDrops: z.int(),
  /** Client mods that go in and do no harm. */
  uselessKeeps: z.int(),
  /** Client mods that go in and stop the server. */
  crashingKeeps: z.int(),
});

export type Figures = z.infer<typeof figuresOf>;
export type Name = keyof Figures;

const names = ['rightDrops', 'wrongDrops', 'uselessKeeps', 'crashingKeeps'] as const;
const titles: Record<Name, string> = {
  rightDrops: 'Right drops',
  wrongDrops: 'Wrong drops',
  uselessKeeps: 'Useless keeps',
  crashingKeeps: 'Crashing keeps',
};

const held = new URL('ratchet.json', import.meta.url);

/** The figures that hold, by group. */
export function readHeld(): Record<string, Figures> {
  return z.record(z.string(), figuresOf).parse(JSON.parse(readFileSync(held, 'utf8')));
}

/** The figures of today: of the packs in which somebody looked at each mod, and of the compiled mods. */
export function measure(): Record<string, Figures> {
  const packs = packNames.flatMap((name): [string, Figures][] => {
    const { modloader, gameVersion, mods } = judgePack(name);
    return mods.some(({ truth }) => truth !== null) ? [[`${modloader} ${gameVersion}`, countAll(mods)]] : [];
  });
  return Object.fromEntries([
    ...packs,
    ['Compiled mods, Forge 1.20.1', countAll(judgeCompiled())],
    ['Compiled mods, Fabric 1.20.1', countAll(judgeLenses())],
  ]);
}

/** A sentence for each figure that is worse than the one that holds. */
export function worsened(before: Readonly<Record<string, Figures>>, now: Readonly<Record<string, Figures>>) {
  return Object.entries(before).flatMap(([group, figures]) => {
    const found = now[group];
    if (found === undefined) return [`${group} is not measured any more.`];
    return names.flatMap((name) => {
      const [was, is] = [figures[name], found[name]];
      const isWorse = name === 'rightDrops' ? is < was : is > was;
      return isWorse ? [`${group}: ${titles[name].toLowerCase()} were ${was} and are ${is}.`] : [];
    });
  });
}

/** The table as docs/contributing/judging-mods.md has it. */
export function ratchetTable(figures: Readonly<Record<string, Figures>>): string {
  const rows = Object.entries(figures).map(
    ([group, found]) => `| ${group} | ${names.map((name) => found[name]).join(' | ')} |`,
  );
  const head = `| Mods | ${names.map((name) => titles[name]).join(' | ')} |`;
  return [head, '|---|---:|---:|---:|---:|', ...rows].join('\n');
}

type Judged = Pick<JudgedMod, 'truth' | 'stopsServer'> & { decision: { kept: boolean } };

function countAll(mods: readonly Judged[]): Figures {
  const count = (fits: (mod: Judged) => boolean) => mods.filter(fits).length;
  return {
    rightDrops: count(({ truth, decision }) => truth === 'client' && !decision.kept),
    wrongDrops: count(({ truth, decision }) => truth === 'server' && !decision.kept),
    uselessKeeps: count(
      ({ truth, stopsServer, decision }) => truth === 'client' && decision.kept && !stopsServer,
    ),
    crashingKeeps: count(
      ({ truth, stopsServer, decision }) => truth === 'client' && decision.kept && stopsServer,
    ),
  };
}

/** Mods of `starting` that stop a server as they are made, and those that only look like it. */
const stopping = ['direct', 'deep', 'field', 'above', 'own', 'bound', 'circle'];
const starting = ['guarded', 'helper', 'distant', 'later', 'perhaps', 'caught', 'proxied', 'listener'];

/**
 * Each class of the compiled mods beside the overlay makes a mod of its own: with one of `extras` servers use it. So
 * does each package of `starting`, with another part of the game by which it is more than code of the client.
 */
function judgeCompiled(): Judged[] {
  const overlay = compiled('overlay');
  const more = (mod: string, truth: 'client' | 'server') =>
    compiledClasses(mod).map((name) => judgeJar({ ...overlay, ...compiled(mod, name) }, truth, false));
  const starts = (names: readonly string[], truth: 'client' | 'server') =>
    names.map((name) => {
      const files = { ...compiled('extras', 'Stacks'), ...compiledIn('starting', `com/example/${name}/`) };
      return judgeJar(files, truth, truth === 'client');
    });
  return [
    ...more('harmless', 'client'),
    ...more('extras', 'server'),
    ...starts(stopping, 'client'),
    ...starts(starting, 'server'),
  ];
}

function judgeLenses(): Judged[] {
  const judged = (jars: readonly JarFiles[], truth: 'client' | 'server') => ({
    truth,
    stopsServer: false,
    decision: decideOn(jars, 'Fabric'),
  });
  return [
    ...lens.harmless.map((changes) => judged([lensJar(changes)], 'client')),
    ...lens.used.map((changes) => judged([lensJar(changes)], 'server')),
    judged([lensJar(), viewerJar], 'server'),
    judged([{ ...lensJar(), 'data/lens/tags/a.json': {} }], 'server'),
  ];
}

function judgeJar(files: JarFiles, truth: 'client' | 'server', stopsServer: boolean): Judged {
  const toml = modsToml({ overlay: [{ on: 'forge', side: 'BOTH' }] });
  return { truth, stopsServer, decision: decideOn([{ 'META-INF/mods.toml': toml, ...files }], 'Forge') };
}

/** What is decided about the first of these jars. */
function decideOn(jars: readonly JarFiles[], modloader: 'Forge' | 'Fabric'): Judged['decision'] {
  const mods = jars.map((files, place) => ({
    file: `${place}.jar`,
    size: 1,
    ...readJar(jarWith(files), defaultArchiveLimits.jar),
  }));
  const [decision = { kept: true }] = decideMods(withUsers(mods), {
    gameVersion: '1.20.1',
    modloader,
    modloaderVersion: '',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
    ...runDefaults,
  });
  return decision;
}
