import type { DecisionReason } from '../archive/report.ts';
import { descriptorFor, formatsFor } from '../archive/sides/loaded-mods.ts';
import { findMods, type ModRow, positionKey } from '../core/packs/inventory.ts';
import type { DecidedMod, DecisionFilter } from '../core/previews/decisions.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { descriptorLoader } from './descriptor-loader.ts';
import { filterTexts } from './execution/value-sizes.ts';
import { loaderOf, rowsOfStatement } from './loaders.ts';
import { ModDecisionType, ModFileType } from './objects.ts';
import { SideEnum } from './side.ts';

export const CertaintyEnum = builder.enumType('Certainty', {
  description: 'How certain the side of a mod is.',
  values: {
    DECLARED: {
      description:
        "The mod's descriptor has a field for the side, or a list of the run configuration names the mod.",
    },
    INFERRED: {
      description: 'The side follows from other fields of the descriptor, or a platform states it.',
    },
    KNOWN: { description: 'Public reports about this mod show the side, and the evidence names one.' },
    DOUBTFUL: {
      description:
        'By its descriptor the mod works on a server, but its code uses client classes while loading; or ' +
        'one platform says that it is for clients only and another that servers support it. A warning says ' +
        'so.',
    },
    NONE: { description: 'Nothing is known about the side.' },
  },
});

const reasonWords: Record<DecisionReason, { description: string }> = {
  WHITELISTED: { description: 'A prefix in whitelistedMods matches: kept.' },
  CLIENT_MODS: { description: 'A prefix in clientMods matches: dropped, whatever needs it.' },
  EXCLUDED: { description: 'A pattern in excludeFiles matches: dropped, whatever needs it.' },
  PACK_INDEX: {
    description:
      "The index of the pack, or a launcher's file beside the mods, says that servers do not support it, " +
      'and no kept mod needs it: dropped.',
  },
  CLIENT_ONLY: {
    description:
      'The descriptor, or every class that defines the mod, says client only, and no kept mod needs it: ' +
      'dropped.',
  },
  CATALOGUE: {
    description:
      'The jar does not say where it works, but Modrinth or CurseForge says that servers do not support ' +
      'it, and no kept mod needs it: dropped, unless automaticSides is false.',
  },
  KNOWN_CLIENT_MOD: {
    description:
      'The jar does not say where it works, but the mod is known as client-only, and no kept mod needs ' +
      'it: dropped, unless automaticSides is false.',
  },
  CLIENT_CODE: {
    description:
      'The jar does not say where it works, but its classes are client code, and none does server work; ' +
      'no kept mod needs it or refers to it: dropped, unless automaticSides is false.',
  },
  CLIENT_ENTRYPOINTS: {
    description:
      'The fabric.mod.json is for both sides, but its entrypoints and mixins are for clients, and nothing ' +
      'in it is for a server; no kept mod needs it or refers to it: dropped, unless automaticSides is ' +
      'false.',
  },
  STOPS_SERVER: {
    description:
      'The jar does not say where it works, but constructing the mod loads client classes, which no ' +
      'server has, and nothing in it does server work; no kept mod needs it or refers to it: dropped, ' +
      'unless automaticSides is false.',
  },
  REQUIRED: {
    description:
      'Client-only by the pack, the descriptor, a platform or known facts, but a kept mod needs it: kept.',
  },
  SERVER_MOD: { description: 'The descriptor says that the mod works on a server: kept.' },
  UNKNOWN_SIDE: { description: 'Nothing says where the mod works: kept.' },
};

const DecisionReasonEnum = builder.enumType('DecisionReason', {
  description: 'The rule that decided about a mod: the first one that fits.',
  values: reasonWords,
});

ModDecisionType.implement({
  description: 'Whether a mod goes into a server pack, and why.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'The path of the jar below mods/.' }),
    kept: t.exposeBoolean('kept', { description: 'Whether the mod is in the server pack.' }),
    reason: t.field({
      type: DecisionReasonEnum,
      description: 'The rule that decided.',
      resolve: (decision) => decision.reason,
    }),
    certainty: t.field({
      type: CertaintyEnum,
      description: 'How certain the decision is.',
      resolve: (decision) => decision.certainty,
    }),
    evidence: t.exposeString('evidence', { description: 'The evidence for the decision, as a sentence.' }),
    mod: t.field({
      type: ModFileType,
      description: 'The jar.',
      resolve: (decision, _args, context) => jarOf(decision, context),
    }),
    size: t.field({
      type: 'BigInt',
      description: 'Bytes of the jar.',
      resolve: async (decision, _args, context) => (await jarOf(decision, context)).size,
    }),
    side: t.field({
      type: SideEnum,
      description: 'Where the mod works by the descriptor that the modloader reads.',
      async resolve(decision, _args, context) {
        const descriptors = await descriptorLoader(context).load(await jarOf(decision, context));
        return descriptorFor({ descriptors }, formatsFor(decision.run))?.side ?? 'UNKNOWN';
      },
    }),
  }),
});

/** A jar by its position in the inventory. */
const modLoader = loaderOf(findMods, { cacheKeyFn: positionKey, maxBatchSize: rowsOfStatement });

async function jarOf(decision: DecidedMod, context: Context): Promise<ModRow> {
  const found = await modLoader(context).load(decision);
  if (!found) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
  return found;
}

export const ModDecisionFilter = builder.inputType('ModDecisionFilter', {
  description: 'Which decisions to include; an absent field means all.',
  fields: (t) => ({
    kept: t.boolean({ description: 'Only the mods that are kept, or only those that are dropped.' }),
    reason: t.field({ type: [DecisionReasonEnum], description: 'Only decisions by one of these rules.' }),
    certainty: t.field({
      type: [CertaintyEnum],
      description: 'Only decisions with one of these certainties.',
    }),
    fileContains: t.string({
      description: `Only decisions about jars whose path contains this text, in any case; at most ${filterTexts.longest} characters.`,
    }),
  }),
});

/** The filter in the core's form. */
export function toDecisionFilter(
  given: typeof ModDecisionFilter.$inferInput | null | undefined,
): DecisionFilter {
  const { kept, reason, certainty, fileContains } = given ?? {};
  return {
    kept: kept ?? undefined,
    reason: reason ?? undefined,
    certainty: certainty ?? undefined,
    fileContains: fileContains ?? undefined,
  };
}
