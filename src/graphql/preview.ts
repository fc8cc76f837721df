import { decideMods } from '../archive/decide-mods.ts';
import { manifestDifferences } from '../archive/manifests/index.ts';
import type { ArchiveReport, ModDecision, Problem } from '../archive/report.ts';
import type { ModPack as ModPackRow } from '../core/mod-packs.ts';
import { parseRunConfiguration } from '../core/run-configurations.ts';
import { AppError } from '../errors.ts';
import { builder } from './builder.ts';
import { InvalidInputError, NotFoundError, orExpectedError, resultType } from './errors.ts';
import { databaseIdOf } from './global-id.ts';
import { countDecisions, decisionConnection, ModDecisionFilter } from './mod-decision.ts';
import { ModDecisionConnection, ModDecisionType, ModPack } from './objects.ts';
import { ProblemType } from './problem.ts';
import { RunConfigurationInput } from './run-configuration.ts';

interface Preview {
  modPack: ModPackRow;
  report: ArchiveReport;
  decisions: ModDecision[];
  warnings: Problem[];
}

const ServerPackPreview = builder.objectRef<Preview>('ServerPackPreview').implement({
  description: 'What a server pack would be. Nothing is built or stored for it.',
  fields: (t) => ({
    modPack: t.field({
      type: ModPack,
      description: 'The modpack.',
      resolve: ({ modPack }) => modPack,
    }),
    decisions: t.connection(
      {
        type: ModDecisionType,
        description: 'What would become of every mod of the modpack, and why.',
        args: { filter: t.arg({ type: ModDecisionFilter, description: 'Which are meant.' }) },
        resolve: ({ decisions }, args, { maxPageSize }) => decisionConnection(decisions, args, maxPageSize),
      },
      ModDecisionConnection,
    ),
    keptCount: t.int({
      description: 'How many mods would be in it.',
      resolve: ({ decisions }) => countDecisions(decisions, true),
    }),
    droppedCount: t.int({
      description: 'How many mods would be left out.',
      resolve: ({ decisions }) => countDecisions(decisions, false),
    }),
    keptModBytes: t.field({
      type: 'BigInt',
      description: 'Bytes of the jars of the mods that would be in it.',
      resolve({ decisions, report }) {
        const kept = new Set(decisions.filter((one) => one.kept).map(({ file }) => file));
        return report.mods.reduce((sum, { file, size }) => (kept.has(file) ? sum + size : sum), 0);
      },
    }),
    warnings: t.field({
      type: [ProblemType],
      description: "Where the run configuration differs from the launcher's manifest.",
      resolve: ({ warnings }) => warnings,
    }),
  }),
});

const PreviewResult = builder.unionType('PreviewServerPackResult', {
  description: 'The preview, or why there is none.',
  types: [ServerPackPreview, InvalidInputError, NotFoundError],
  resolveType: (value) => resultType(value, 'ServerPackPreview'),
});

builder.queryField('previewServerPack', (t) =>
  t.field({
    type: PreviewResult,
    description:
      'What would become of every mod if a server pack were built for this run configuration. Answered from the inventory, so only once the modpack has passed its check; until then NOT_READY.',
    args: {
      modPack: t.arg.globalID({ required: true, description: 'The modpack.' }),
      runConfiguration: t.arg({
        type: RunConfigurationInput,
        required: true,
        description: 'What the server pack would be built for.',
      }),
    },
    resolve: (_root, args, { loaders }) =>
      orExpectedError<Preview>(async () => {
        const run = parseRunConfiguration(args.runConfiguration);
        const id = databaseIdOf('modPack', 'ModPack', args.modPack);
        const modPack = await loaders.modPack.load(id);
        if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${id}.`);
        const report = await loaders.report.load(id);
        if (!report) throw new AppError('NOT_READY', `Modpack ${id} has not passed its check.`);
        const warnings = report.manifest ? manifestDifferences(report.manifest, run) : [];
        return { modPack, report, decisions: decideMods(report.mods, run), warnings };
      }),
  }),
);
