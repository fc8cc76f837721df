import { followRun } from '../follow-run.ts';
import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import type { Asked } from '../remembered.ts';
import { sameOverrides } from '../same-overrides.ts';
import type { Services } from '../services.ts';
import { startRun } from '../start-run.ts';
import type { Button } from './button.ts';
import { findRun } from './follow.ts';
import { numberIn } from './ids.ts';

const runConfigurationByNumber = graphql(`
  query RunConfigurationByNumber($databaseId: Int!) {
    run(by: { databaseId: $databaseId }) {
      configuration {
        ...WholeRun
      }
    }
  }
`);

/** Builds once more what failed, with the same settings. */
const againButton: Button = {
  kind: 'again',
  answer: 'public',
  starts: true,
  async run(services, _interaction, reply, [modPackNumber, runConfigurationNumber]) {
    const modPack = numberIn(modPackNumber);
    const databaseId = numberIn(runConfigurationNumber);
    if (modPack === null || databaseId === null) return;
    const { gateway, stopping } = services;
    const { run } = await gateway.ask(runConfigurationByNumber, { databaseId }, stopping);
    if (run === null) throw new Refusal(({ refused }) => refused.noRunConfiguration(databaseId));
    const runConfiguration = sameOverrides(run.configuration);
    await startRun(services, { source: { modPack }, runConfiguration }, reply);
  },
};

/** Starts a remembered request: of content that is stored already, of a preview, or for another upload link. */
const startButton: Button = {
  kind: 'build',
  answer: 'public',
  starts: true,
  async run(services, _interaction, reply, [id]) {
    await startRun(services, find(services, id), reply);
  },
};

/** Has the gateway try whether a server pack starts, and shows on its card how that goes. */
const bootButton: Button = {
  kind: 'boot',
  answer: 'update',
  starts: true,
  async run(services, _interaction, reply, values) {
    const run = await findRun(services, values);
    if (run !== null) await followRun(services, { ...run, boot: true }, reply);
  },
};

/** The buttons that start work. */
export const startButtons: readonly Button[] = [againButton, startButton, bootButton];

/** A remembered request. Throws a `Refusal` for a forgotten one. */
export function find({ remembered }: Pick<Services, 'remembered'>, id: string | undefined): Asked {
  const asked = remembered.find(id ?? '');
  if (asked === null) throw new Refusal(({ refused }) => refused.forgotten);
  return asked;
}
