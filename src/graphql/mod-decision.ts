import type { DecisionReason } from '../archive/report.ts';
import { descriptorFor, formatsFor } from '../archive/sides/loaded-mods.ts';
import { type AddedModRow, addedModKey, findAddedModsNamed } from '../core/packs/added-mods.ts';
import { findMods, type ModPosition, type ModRow, positionKey } from '../core/packs/inventory.ts';
import type { DecidedMod, DecisionFilter } from '../core/previews/decisions.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { descriptorsOf } from './descriptor-loader.ts';
import { filterTexts } from './execution/value-sizes.ts';
import { loaderOf, rowsOfStatement } from './loaders.ts';
import { ModDecisionType, ModFileType } from './objects.ts';
import { SideEnum } from './side.ts';

export const CertaintyEnum = builder.enumType('Certainty', {
  description: 'How certain the side of a mod is.',
  values: {
    DECLARED: {
      description: "The mod's descriptor, or the run configuration, states it.",
    },
    INFERRED: {
      description: 'It follows from other fields of the descriptor, or a platform states it.',
    },
    KNOWN: { description: 'Public reports show it; the evidence names one.' },
    DOUBTFUL: {
      description: 'Sources contradict each other; a warning says so.',
    },
    NONE: { description: 'Nothing is known about the side.' },
  },
});

const reasonWords: Record<DecisionReason, { description: string }> = {
  ADDED: {
    description:
      '`addedMods` names it, or a mod that is added needs it. Dropped where the pack has the mod itself, or `clientMods` or `excludeFiles` of the run names the jar.',
  },
  WHITELISTED: { description: 'Kept: a prefix in `whitelistedMods` matches.' },
  CLIENT_MODS: { description: 'Dropped: a prefix in `clientMods` matches.' },
  EXCLUDED: { description: 'Dropped: a pattern in `excludeFiles` matches.' },
  DROP_LIST: { description: 'A drop list drops or keeps it; the evidence names the list.' },
  PACK_INDEX: {
    description: "Dropped: the pack's index or a launcher's file says client only.",
  },
  CLIENT_ONLY: {
    description: 'Dropped: the jar says client only.',
  },
  CATALOGUE: {
    description: 'Dropped unless automaticSides is false: Modrinth or CurseForge says client only.',
  },
  KNOWN_CLIENT_MOD: {
    description: 'Dropped unless automaticSides is false: it is known as client-only.',
  },
  CLIENT_CODE: {
    description: 'Dropped unless automaticSides is false: its classes are client code only.',
  },
  CLIENT_ENTRYPOINTS: {
    description: 'Dropped unless automaticSides is false: its entrypoints and mixins are for clients only.',
  },
  STOPS_SERVER: {
    description: 'Dropped unless automaticSides is false: its start loads client classes.',
  },
  REQUIRED: {
    description: 'Kept: it is client-only, but a kept mod needs it.',
  },
  SERVER_MOD: { description: 'Kept: the descriptor says that it works on a server.' },
  UNKNOWN_SIDE: { description: 'Kept: nothing says where it works.' },
};

const DecisionReasonEnum = builder.enumType('DecisionReason', {
  description:
    'The rule that decided about a mod, the first one that fits. Only CLIENT_MODS, EXCLUDED and ' +
    'DROP_LIST drop a mod that a kept mod needs.',
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
      resolve: jarOf,
    }),
    size: t.field({
      type: 'BigInt',
      description: 'Bytes of the jar.',
      resolve: async (decision, args, context) => (await jarOf(decision, args, context)).size,
    }),
    side: t.field({
      type: SideEnum,
      description: 'Where the mod works by the descriptor that the modloader reads.',
      async resolve(decision, args, context) {
        const descriptors = await descriptorsOf(await jarOf(decision, args, context), context);
        return descriptorFor({ descriptors }, formatsFor(decision.run))?.side ?? 'UNKNOWN';
      },
    }),
  }),
});

/** A jar by its position in the inventory. */
const modLoader = loaderOf(findMods, { cacheKeyFn: positionKey, maxBatchSize: rowsOfStatement });

/** A jar that a run adds, by the name of its file. */
const addedModLoader = loaderOf(findAddedModsNamed, {
  cacheKeyFn: addedModKey,
  maxBatchSize: rowsOfStatement,
});

async function jarOf(decision: DecidedMod, _args: object, context: Context): Promise<ModRow> {
  const { modPackId, id, reason, file, runConfigurationId } = decision;
  const found =
    reason === 'ADDED' && runConfigurationId !== null
      ? withPosition(await addedModLoader(context).load({ runConfigurationId, file }), { modPackId, id })
      : await modLoader(context).load(decision);
  if (!found) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
  return found;
}

function withPosition(found: AddedModRow | null, position: ModPosition): ModRow | null {
  return found && { ...found, ...position, descriptorLength: 0 };
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
      description: `Text in the path of the jar, in any case; at most ${filterTexts.longest} characters.`,
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
