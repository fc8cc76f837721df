import type { DecisionReason, ModDecision } from '../archive/report.ts';
import { pageOfList } from '../core/pages.ts';
import { builder } from './builder.ts';
import { pageRequest, toConnection } from './connection.ts';
import { ModDecisionType } from './objects.ts';

export const CertaintyEnum = builder.enumType('Certainty', {
  description: 'How sure the side of a mod is.',
  values: {
    DECLARED: {
      description: 'Its descriptor has a field for it, or a list of the run configuration says it.',
    },
    INFERRED: { description: 'It follows from other fields of its descriptor.' },
    NONE: { description: 'Nothing is known.' },
  },
});

const reasonWords: Record<DecisionReason, { description: string }> = {
  WHITELISTED: { description: 'A prefix in whitelistedMods matches: kept.' },
  CLIENT_MODS: { description: 'A prefix in clientMods matches: dropped, whatever needs it.' },
  CLIENT_ONLY: { description: 'Its descriptor says client only, and no kept mod needs it: dropped.' },
  REQUIRED: { description: 'Its descriptor says client only, but a kept mod needs it: kept.' },
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
  }),
});

/** What narrows a list of decisions down. */
export const ModDecisionFilter = builder.inputType('ModDecisionFilter', {
  description: 'Which decisions are meant; an absent field means all.',
  fields: (t) => ({
    kept: t.boolean({ description: 'Only the mods that are kept, or only those that are dropped.' }),
  }),
});

/** A page of decisions. */
export function decisionConnection(
  decisions: readonly ModDecision[],
  args: Parameters<typeof pageRequest>[0] & {
    filter?: { kept?: boolean | null | undefined } | null | undefined;
  },
  maxPageSize: number,
) {
  const wanted = args.filter?.kept ?? null;
  const meant = wanted === null ? decisions : decisions.filter(({ kept }) => kept === wanted);
  return toConnection(pageOfList(meant, pageRequest(args, maxPageSize)), async () => meant.length);
}

/** How many of the mods are kept, or are dropped. */
export function countDecisions(decisions: readonly ModDecision[], isKept: boolean): number {
  return decisions.filter(({ kept }) => kept === isKept).length;
}
