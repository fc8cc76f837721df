import { descriptorFor, formatsFor } from '../archive/loaded-mods.ts';
import type { DecisionReason } from '../archive/report.ts';
import type { DecidedMod, DecisionFilter } from '../core/packs/decisions.ts';
import type { ModRow } from '../core/packs/inventory.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import type { Loaders } from './context.ts';
import { ModDecisionType, ModFileType } from './objects.ts';
import { SideEnum } from './side.ts';

export const CertaintyEnum = builder.enumType('Certainty', {
  description: 'How sure the side of a mod is.',
  values: {
    DECLARED: {
      description: 'Its descriptor has a field for it, or a list of the run configuration says it.',
    },
    INFERRED: { description: 'It follows from other fields of its descriptor, or a platform says it.' },
    KNOWN: { description: 'It is known of this mod from public reports, and the evidence names one.' },
    DOUBTFUL: {
      description:
        'It works on a server by its descriptor, but its code reaches for the client as it is loaded; or one platform says that it is for clients only and another that servers support it. A warning tells of it.',
    },
    NONE: { description: 'Nothing is known.' },
  },
});

const reasonWords: Record<DecisionReason, { description: string }> = {
  WHITELISTED: { description: 'A prefix in whitelistedMods matches: kept.' },
  CLIENT_MODS: { description: 'A prefix in clientMods matches: dropped, whatever needs it.' },
  EXCLUDED: { description: 'A pattern in excludeFiles names it: dropped, whatever needs it.' },
  PACK_INDEX: {
    description:
      'The index of the pack, or what a launcher noted beside the mods, says that servers do not support it, and no kept mod needs it: dropped.',
  },
  CLIENT_ONLY: {
    description:
      'Its descriptor, or every class that makes it a mod, says client only, and no kept mod needs it: dropped.',
  },
  CATALOGUE: {
    description:
      'Its jar leaves open where it works, but Modrinth or CurseForge says that servers do not support it, and no kept mod needs it: dropped, unless automaticSides is false.',
  },
  KNOWN_CLIENT_MOD: {
    description:
      'Its jar does not say so, but it is known as client-only, and no kept mod needs it: dropped, unless automaticSides is false.',
  },
  CLIENT_CODE: {
    description:
      'Its jar leaves open where it works, but its classes are code of the client, and the others do no work of a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false.',
  },
  CLIENT_ENTRYPOINTS: {
    description:
      'Its fabric.mod.json is for both sides, but its entrypoints and mixins are for clients, and nothing in it is for a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false.',
  },
  STOPS_SERVER: {
    description:
      'Its jar leaves open where it works, but making its mod comes to classes of the client, which no server has, and nothing in it is work of a server; no kept mod needs it or refers to it: dropped, unless automaticSides is false.',
  },
  REQUIRED: {
    description:
      'Client-only by the pack, its descriptor, a platform or as is known, but a kept mod needs it: kept.',
  },
  SERVER_MOD: { description: 'Its descriptor says that it works on a server: kept.' },
  UNKNOWN_SIDE: { description: 'Nothing says where it works: kept.' },
};

const DecisionReasonEnum = builder.enumType('DecisionReason', {
  description: 'Which rule decided about a mod; the first that fits does.',
  values: reasonWords,
});

ModDecisionType.implement({
  description: 'Whether a mod goes into a server pack, and why.',
  fields: (t) => ({
    file: t.exposeString('file', { description: 'Path of the jar below mods/.' }),
    kept: t.exposeBoolean('kept', { description: 'Whether it is in the server pack.' }),
    reason: t.field({
      type: DecisionReasonEnum,
      description: 'The rule.',
      resolve: (decision) => decision.reason,
    }),
    certainty: t.field({
      type: CertaintyEnum,
      description: 'How sure it is.',
      resolve: (decision) => decision.certainty,
    }),
    evidence: t.exposeString('evidence', { description: 'The sentence behind it.' }),
    mod: t.field({
      type: ModFileType,
      description: 'The jar.',
      resolve: (decision, _args, { loaders }) => jarOf(decision, loaders),
    }),
    size: t.field({
      type: 'BigInt',
      description: 'Bytes of the jar.',
      resolve: async (decision, _args, { loaders }) => (await jarOf(decision, loaders)).size,
    }),
    side: t.field({
      type: SideEnum,
      description: 'Where the mod works by the descriptor that the modloader reads.',
      async resolve(decision, _args, { loaders }) {
        const descriptors = await loaders.descriptors.load(await jarOf(decision, loaders));
        return descriptorFor({ descriptors }, formatsFor(decision.run))?.side ?? 'UNKNOWN';
      },
    }),
  }),
});

async function jarOf(place: DecidedMod, { mod }: Loaders): Promise<ModRow> {
  const found = await mod.load(place);
  if (!found) throw new AppError('NOT_FOUND', 'This modpack has been deleted meanwhile.');
  return found;
}

/** Most characters that are looked for in a path. */
const longestPart = 200;

export const ModDecisionFilter = builder.inputType('ModDecisionFilter', {
  description: 'Which decisions are meant; an absent field means all.',
  fields: (t) => ({
    kept: t.boolean({ description: 'Only the mods that are kept, or only those that are dropped.' }),
    reason: t.field({ type: [DecisionReasonEnum], description: 'Only those by one of these rules.' }),
    certainty: t.field({ type: [CertaintyEnum], description: 'Only those that are so sure.' }),
    fileContains: t.string({
      description: `Only those about jars whose path has this part, in any case; at most ${longestPart} characters.`,
    }),
  }),
});

/** The filter as the core knows it. Fails with INVALID_INPUT. */
export function toDecisionFilter(
  given: typeof ModDecisionFilter.$inferInput | null | undefined,
): DecisionFilter {
  const { kept, reason, certainty, fileContains } = given ?? {};
  if (fileContains != null && fileContains.length > longestPart) {
    const message = `fileContains may have ${longestPart} characters, not ${fileContains.length}.`;
    throw new AppError('INVALID_INPUT', message, { field: 'fileContains' });
  }
  return {
    kept: kept ?? undefined,
    reason: reason ?? undefined,
    certainty: certainty ?? undefined,
    fileContains: fileContains ?? undefined,
  };
}
