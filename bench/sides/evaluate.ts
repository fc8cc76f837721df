import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { tweakerDescriptor } from '../../src/archive/jar/client-tweakers.ts';
import { readFabricModJson } from '../../src/archive/jar/fabric-mod-json.ts';
import { readModsToml } from '../../src/archive/jar/mods-toml.ts';
import { readQuiltModJson } from '../../src/archive/jar/quilt-mod-json.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { ModDecision, ModFile, Problem } from '../../src/archive/report.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import { type ModDescriptor, modloaderNames } from '../../src/modloaders/modloader.ts';

/** The packs, each a file of `packs/`. */
export const packNames = ['fabric1201', 'forge1122', 'forge1165', 'forge1201', 'neoforge1211'] as const;

const tomlFacts = z.object({
  dependencySides: z.record(z.string(), z.record(z.string(), z.string())),
  clientSideOnly: z.boolean().optional(),
});

const packFacts = z.object({
  gameVersion: z.string(),
  modloader: z.enum(modloaderNames),
  mods: z.array(
    z.object({
      file: z.string(),
      ids: z.array(z.string()),
      says: z.object({
        'fabric.mod.json': z
          .object({ environment: z.string().nullish(), depends: z.array(z.string()).default([]) })
          .optional(),
        'quilt.mod.json': z.object({ environment: z.string().nullish() }).optional(),
        'META-INF/mods.toml': tomlFacts.optional(),
        'META-INF/neoforge.mods.toml': tomlFacts.optional(),
        '@Mod': z.object({ clientSideOnly: z.boolean().optional() }).optional(),
        TweakClass: z.string().optional(),
      }),
      listed: z.array(z.string()),
      truth: z.enum(['client', 'server', 'disputed']).optional(),
      crash: z.boolean().optional(),
      clientCode: z.boolean().optional(),
    }),
  ),
});

type PackFacts = z.infer<typeof packFacts>;
type ModFacts = PackFacts['mods'][number];

/**
 * Who calls a mod client-only, the surest first: its author by a descriptor, public lists, we who looked at its
 * classes, nobody.
 */
export const witnesses = ['author', 'several lists', 'one list', 'its classes', 'nobody'] as const;

export type Witness = (typeof witnesses)[number];

/** One mod of a pack with what is said of it and what we decide. */
export interface JudgedMod {
  file: string;
  /** Who calls it client-only. */
  witness: Witness;
  /** Where it works, as far as somebody looked; null of the packs in which nobody did. */
  truth: 'client' | 'server' | 'disputed' | null;
  /** Whether it is known to stop a server. */
  stopsServer: boolean;
  decision: ModDecision;
}

/** What we decide about one pack. */
export interface JudgedPack {
  gameVersion: string;
  modloader: PackFacts['modloader'];
  mods: JudgedMod[];
  /**
   * What is told of a server with what is kept. Of needs the facts know only a part, so what is missing is not told of.
   */
  warnings: Problem[];
}

/** Decides about the mods of a pack as for a request without lists of its own. */
export function judgePack(name: (typeof packNames)[number]): JudgedPack {
  const text = readFileSync(new URL(`packs/${name}.json`, import.meta.url), 'utf8');
  const { gameVersion, modloader, mods: facts } = packFacts.parse(JSON.parse(text));
  const mods = facts.map(modFile);
  const run = {
    gameVersion,
    modloader,
    modloaderVersion: '',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
    ...runDefaults,
  };
  const decisions = decideMods(mods, run);
  const declared = decideMods(mods, { ...run, automaticSides: false });
  const judged = facts.flatMap((mod, index): JudgedMod[] => {
    const decision = decisions[index];
    if (decision === undefined) return [];
    const reason = declared[index]?.reason;
    const isDeclared = reason === 'CLIENT_ONLY' || reason === 'REQUIRED';
    const truth = mod.truth ?? null;
    const stopsServer = mod.crash === true;
    return [{ file: mod.file, witness: witnessOf(mod, isDeclared), truth, stopsServer, decision }];
  });
  const warnings = startWarnings(mods, decisions, run).filter(({ code }) => !code.startsWith('REQUIRED_'));
  return { gameVersion, modloader, mods: judged, warnings };
}

/** The table of all packs as docs/contributing/judging-mods.md has it. */
export function confusionTable(packs: readonly JudgedPack[]): string {
  const rows = packs.flatMap(({ modloader, gameVersion, mods }) => {
    const table = confusion(mods);
    return witnesses.map((witness) => {
      const { dropped, kept } = table[witness];
      return `| ${modloader} ${gameVersion} | ${witness} | ${dropped} | ${kept} |`;
    });
  });
  return ['| Modpack | Called client-only by | Dropped | Kept |', '|---|---|---:|---:|', ...rows].join('\n');
}

/** How many mods of each witness are dropped, and how many are kept. */
export function confusion(mods: readonly JudgedMod[]): Record<Witness, { dropped: number; kept: number }> {
  const count = (witness: Witness, kept: boolean) =>
    mods.filter((mod) => mod.witness === witness && mod.decision.kept === kept).length;
  const row = (witness: Witness) => ({ dropped: count(witness, false), kept: count(witness, true) });
  return {
    author: row('author'),
    'several lists': row('several lists'),
    'one list': row('one list'),
    'its classes': row('its classes'),
    nobody: row('nobody'),
  };
}

function witnessOf({ listed, truth }: ModFacts, isDeclared: boolean): Witness {
  if (isDeclared) return 'author';
  if (listed.length > 1) return 'several lists';
  if (listed.length === 1) return 'one list';
  return truth === 'client' ? 'its classes' : 'nobody';
}

/** The mod as the check would have it; its descriptors are written anew from the facts and read by our readers. */
function modFile({ file, ids, says, clientCode }: ModFacts): ModFile {
  const limits = defaultArchiveLimits.jar;
  const [id = ''] = ids;
  const { 'fabric.mod.json': fabric, 'quilt.mod.json': quilt, '@Mod': annotation } = says;
  const descriptors = [
    quilt &&
      readQuiltModJson(json({ quilt_loader: { id, version: '1' }, minecraft: quilt }), limits).descriptor,
    fabric &&
      readFabricModJson(
        json({
          schemaVersion: 1,
          id,
          environment: fabric.environment ?? undefined,
          depends: Object.fromEntries(fabric.depends.map((on) => [on, '*'])),
        }),
        limits,
      ).descriptor,
    ...(['neoforge.mods.toml', 'mods.toml'] as const).map((format) => {
      const facts = says[`META-INF/${format}`];
      const read = facts && readModsToml(format, toml(ids, facts), () => '', limits).descriptor;
      return read && clientCode
        ? { ...read, clientCode: { evidence: 'its classes are code of the client.' } }
        : read;
    }),
    tweakerDescriptor(says.TweakClass ?? ''),
    annotation && annotationDescriptor(ids, annotation.clientSideOnly === true),
  ].filter((descriptor) => descriptor != null);
  return { file, size: 1, descriptors, note: null };
}

function annotationDescriptor(ids: readonly string[], isClientOnly: boolean): ModDescriptor {
  return {
    format: '@Mod',
    mods: ids.map((id) => ({ id, name: '', version: '' })),
    side: isClientOnly ? 'CLIENT' : 'UNKNOWN',
    certainty: isClientOnly ? 'DECLARED' : 'NONE',
    evidence: isClientOnly ? '@Mod: clientSideOnly is true.' : '@Mod: clientSideOnly is not given.',
    requires: [],
    provides: [],
  };
}

function json(document: unknown): Buffer {
  return Buffer.from(JSON.stringify(document));
}

function toml(
  ids: readonly string[],
  { clientSideOnly, dependencySides }: z.infer<typeof tomlFacts>,
): string {
  const mods = ids.map((id) => `[[mods]]\nmodId = ${JSON.stringify(id)}\n`);
  const dependencies = Object.entries(dependencySides).flatMap(([owner, sides]) =>
    Object.entries(sides).map(
      ([on, side]) =>
        `[[dependencies.${JSON.stringify(owner)}]]\nmodId = ${JSON.stringify(on)}\nside = ${JSON.stringify(side)}\n`,
    ),
  );
  return [clientSideOnly ? 'clientSideOnly = true\n' : '', ...mods, ...dependencies].join('');
}
