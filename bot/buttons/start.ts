import { graphql } from '../gql/graphql.ts';
import { Refusal } from '../refusal.ts';
import { sameOverrides } from '../same-overrides.ts';
import type { Services } from '../services.ts';
import { generate } from '../start-run.ts';
import { uploadByLink } from '../upload-by-link.ts';
import type { Button } from './button.ts';
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
    await generate(services, { modPack, runConfiguration: sameOverrides(run.configuration) }, reply);
  },
};

/** Builds from an existing modpack with the options of a repeated upload or a preview. */
const buildButton: Button = {
  kind: 'build',
  answer: 'public',
  starts: true,
  async run(services, _interaction, reply, [id]) {
    const { modPack, runConfiguration } = find(services, id);
    if (modPack === null) throw new Refusal(({ refused }) => refused.forgotten);
    await generate(services, { modPack, runConfiguration }, reply);
  },
};

/** Makes another upload link for the same settings. */
const linkButton: Button = {
  kind: 'link',
  answer: 'public',
  starts: true,
  async run(services, _interaction, reply, [id]) {
    await uploadByLink(services, find(services, id).runConfiguration, reply);
  },
};

/** The buttons that start work. */
export const startButtons: readonly Button[] = [againButton, buildButton, linkButton];

function find({ remembered }: Pick<Services, 'remembered'>, id: string | undefined) {
  const asked = remembered.find(id ?? '');
  if (asked === null) throw new Refusal(({ refused }) => refused.forgotten);
  return asked;
}
