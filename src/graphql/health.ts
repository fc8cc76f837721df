import type { ExternalService } from '../core/files/external-services.ts';
import { inFull, judgeReadiness } from '../metrics/readiness.ts';
import { builder } from './builder.ts';
import { Administration } from './objects.ts';

const stateWords: Record<ExternalService['state'], { description: string }> = {
  OFF: { description: 'The settings switch the platform off.' },
  NOT_ASKED: { description: 'This node has not sent the platform a request since its start.' },
  ANSWERS: { description: 'The platform answered the last request.' },
  AWAY: { description: 'The platform could not be reached, or not in time. This is temporary.' },
  KEY_REFUSED: { description: 'The platform refuses the key. An operator has to correct it.' },
  NO_SENSE: { description: "The platform's answers have an unknown format; the service has to be updated." },
};

const PlatformState = builder.enumType('PlatformState', {
  description: 'How a platform answers.',
  values: stateWords,
});

interface Part {
  name: string;
  ok: boolean;
  message: string;
  platform: ExternalService | null;
}

const HealthCheck = builder.objectRef<Part>('HealthCheck').implement({
  description:
    'The state of a part of the node that serves this request, or of a platform as this node sees it.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        '`database`, `storage`, `modrinth`, `curseforge`, `curseforge_files` (the hosts of its files) or ' +
        '`ftb`; otherwise the host of a version list that is away.',
    }),
    ok: t.exposeBoolean('ok', {
      description: 'Whether the part works; true for a platform that is off or has not been asked.',
    }),
    message: t.exposeString('message', { description: 'The state as a sentence.' }),
    state: t.field({
      type: PlatformState,
      nullable: true,
      description: 'How the platform answers. Null where it is the database or the storage.',
      resolve: ({ platform }) => platform?.state,
    }),
    since: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when requests to the platform have shown this state. Null where there was none.',
      resolve: ({ platform }) => platform?.since,
    }),
    retryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the service sends no more requests than it must. Null where it does not hold back.',
      resolve: ({ platform }) => platform?.retryAt,
    }),
  }),
});

const failures: readonly ExternalService['state'][] = ['AWAY', 'KEY_REFUSED', 'NO_SENSE'];

builder.objectField(Administration, 'health', (t) =>
  t.field({
    type: [HealthCheck],
    description: 'The parts without which no request is served, then the platforms.',
    async resolve(
      _administration,
      _args,
      { parts: { storage, config, externalServices }, operation: { database } },
    ): Promise<Part[]> {
      const { checks } = await judgeReadiness({
        database,
        storage,
        reserveBytes: config.reserveBytes,
        troubles: () => [],
      });
      return [
        ...checks.map((check) => ({ ...inFull(check), platform: null })),
        ...externalServices().map((platform) => ({
          name: platform.name,
          ok: !failures.includes(platform.state),
          message: stateWords[platform.state].description,
          platform,
        })),
      ];
    },
  }),
);
