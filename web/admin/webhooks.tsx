import { Alert, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { WebhookDeliveryState } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql, type WebhooksQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Outcome } from '../ui/outcome.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { ShownSecret } from '../ui/shown-secret.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { NewWebhook } from './new-webhook.tsx';

const webhooksAndDeliveries = operation(
  graphql(`
  query Webhooks {
    administration {
      webhooks {
        id
        databaseId
        url
        format
        enabled
        statuses
        waitingDeliveries
        failedDeliveries
        waitingSince
        lastDeliveredAt
      }
      webhookDeliveries(first: 20) {
        nodes {
          id
          type
          state
          attempts
          createdAt
          lastAttemptAt
          responseStatus
          failure
          webhook {
            databaseId
          }
          event {
            modPack {
              title
            }
          }
        }
      }
    }
  }
`),
);
const testWebhook = operation(
  graphql(`
  mutation TestWebhook($webhook: ID!) {
    testWebhook(input: { webhook: $webhook }) {
      __typename
      ... on WebhookDelivery {
        id
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const resendDelivery = operation(
  graphql(`
  mutation ResendDelivery($delivery: ID!) {
    resendWebhookDelivery(input: { delivery: $delivery }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

const testResult = operation(
  graphql(`
  query TestResult($delivery: ID!) {
    node(id: $delivery) {
      ... on WebhookDelivery {
        id
        state
        attempts
        responseStatus
        failure
      }
    }
  }
`),
);
const rotateSecret = operation(
  graphql(`
  mutation RotateWebhookSecret($webhook: ID!) {
    rotateWebhookSecret(input: { webhook: $webhook }) {
      __typename
      ... on WebhookWithSecret {
        secret
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const enableWebhook = operation(
  graphql(`
  mutation EnableWebhook($webhook: ID!, $enabled: Boolean!) {
    updateWebhook(input: { webhook: $webhook, enabled: $enabled }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const deleteWebhook = operation(
  graphql(`
  mutation DeleteWebhook($webhook: ID!) {
    deleteWebhook(input: { webhook: $webhook }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

type Administration = NonNullable<WebhooksQuery['administration']>;
type Webhook = Administration['webhooks'][number];
type Delivery = Administration['webhookDeliveries']['nodes'][number];

/** Receivers: added, tried, changed and removed here, with their newest messages. */
export function Webhooks() {
  const { admin } = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: webhooksAndDeliveries });
  const administration = data?.administration ?? undefined;
  const refresh = () => again({ requestPolicy: 'network-only' });
  const { act, problem, tested, secret } = useWebhookActions(refresh);
  return (
    <>
      <Section
        title={admin.webhooks}
        actions={
          <Button size="xs" variant="default" loading={fetching} onClick={refresh}>
            {admin.refresh}
          </Button>
        }
      >
        {problem !== null && (
          <Alert color="red" role="alert">
            <RefusalText refusal={problem} />
          </Alert>
        )}
        {tested !== null && <TestOutcome key={tested} delivery={tested} ended={refresh} />}
        {secret !== null && <ShownSecret label={admin.newSecret} secret={secret} />}
        {administration === undefined ? (
          error ? (
            <Failure error={error} />
          ) : (
            <Loading rows={2} />
          )
        ) : administration.webhooks.length === 0 ? (
          <Empty title={admin.noWebhooks} />
        ) : (
          <Stack>
            <WebhookTable webhooks={administration.webhooks} act={act} />
            <Deliveries
              deliveries={administration.webhookDeliveries.nodes}
              resend={({ id }) => act.resend(id)}
            />
          </Stack>
        )}
      </Section>
      <NewWebhook registered={refresh} />
    </>
  );
}

/**
 * Mutations of a webhook. What they answer is shown above the table: the last failure, the test under way, a new
 * secret.
 */
function useWebhookActions(refresh: () => void) {
  const client = useClient();
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const settle = (refusal: Refusal | null) => {
    setProblem(refusal);
    refresh();
  };
  return {
    problem,
    tested,
    secret,
    act: {
      async test(webhook: string) {
        const { data, error } = await client.mutation(testWebhook, { webhook }).toPromise();
        const answer = data?.testWebhook;
        setTested(answer?.__typename === 'WebhookDelivery' ? answer.id : null);
        settle(refusalIn(answer, error));
      },
      async resend(delivery: string) {
        const { data, error } = await client.mutation(resendDelivery, { delivery }).toPromise();
        settle(refusalIn(data?.resendWebhookDelivery, error));
      },
      async rotate(webhook: string): Promise<Refusal | null> {
        const { data, error } = await client.mutation(rotateSecret, { webhook }).toPromise();
        const answer = data?.rotateWebhookSecret;
        setSecret(answer?.__typename === 'WebhookWithSecret' ? answer.secret : null);
        return refusalIn(answer, error);
      },
      async enable(webhook: string, enabled: boolean) {
        const { data, error } = await client.mutation(enableWebhook, { webhook, enabled }).toPromise();
        settle(refusalIn(data?.updateWebhook, error));
      },
      async remove(webhook: string): Promise<Refusal | null> {
        const { data, error } = await client.mutation(deleteWebhook, { webhook }).toPromise();
        const refusal = refusalIn(data?.deleteWebhook, error);
        if (refusal === null) refresh();
        return refusal;
      },
    },
  };
}

type Actions = ReturnType<typeof useWebhookActions>['act'];

/** Milliseconds between two looks at a test, which takes seconds. */
const lookEvery = 500;

/** What has come of a test: asked until its first attempt has ended. */
function TestOutcome({ delivery, ended }: { delivery: string; ended(): void }) {
  const { admin } = useTexts();
  const [{ data }, again] = useQuery({ query: testResult, variables: { delivery } });
  const node = data?.node;
  const result = node && 'attempts' in node && node.attempts > 0 ? node : null;
  const isOver = result !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over.
  useEffect(() => {
    if (isOver) return ended();
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), lookEvery);
    return () => clearInterval(timer);
  }, [isOver]);
  if (result === null)
    return (
      <Outcome color="blue" badge={admin.deliveryStates.PENDING}>
        {admin.testSent}
      </Outcome>
    );
  const { state, responseStatus, failure } = result;
  const status = typeof responseStatus === 'number' ? `HTTP ${responseStatus}` : '';
  if (state === 'DELIVERED')
    return (
      <Outcome color="teal" badge={admin.deliveryStates.DELIVERED}>
        {admin.testTaken} {status}
      </Outcome>
    );
  return (
    <Outcome color="red" badge={admin.deliveryStates.FAILED} role="alert">
      {admin.failed(failure ?? '')} {status} {state === 'PENDING' && admin.triedAgain}
    </Outcome>
  );
}

function WebhookTable({ webhooks, act }: { webhooks: readonly Webhook[]; act: Actions }) {
  const { admin, word, status: statusTexts } = useTexts();
  return (
    <ScrollX label={admin.webhooks}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{admin.webhook}</Table.Th>
            <Table.Th>{admin.format}</Table.Th>
            <Table.Th>{admin.toldOf}</Table.Th>
            <Table.Th>{word.status}</Table.Th>
            <Table.Th>{admin.act}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Td>{admin.webhookN(webhook.databaseId, hostOf(webhook))}</Table.Td>
              <Table.Td>{admin.formats[webhook.format]}</Table.Td>
              <Table.Td>{webhook.statuses.map((one) => statusTexts[one]).join(word.comma)}</Table.Td>
              <Table.Td>
                <Health webhook={webhook} />
              </Table.Td>
              <Table.Td>
                <div className="acts">
                  <Button size="xs" variant="default" onClick={() => void act.test(webhook.id)}>
                    {admin.test}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => void act.enable(webhook.id, !webhook.enabled)}
                  >
                    {webhook.enabled ? admin.pause : admin.resume}
                  </Button>
                  <ConfirmButton
                    label={admin.rotate}
                    title={admin.rotateTitle(webhook.databaseId)}
                    text={admin.rotateText}
                    color="teal"
                    confirm={() => act.rotate(webhook.id)}
                  />
                  <ConfirmButton
                    label={admin.removeWebhook}
                    title={admin.removeTitle(webhook.databaseId)}
                    text={admin.removeText}
                    confirm={() => act.remove(webhook.id)}
                  />
                </div>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}

/** Whether it is on, and what has become of its newest messages. */
function Health({ webhook }: { webhook: Webhook }) {
  const { admin } = useTexts();
  const format = useFormat();
  const { enabled, waitingDeliveries, failedDeliveries, waitingSince, lastDeliveredAt } = webhook;
  return (
    <>
      <Badge variant="light" color={enabled ? 'teal' : 'gray'}>
        {enabled ? admin.on : admin.off}
      </Badge>
      <Text size="sm" c="dimmed">
        {[
          lastDeliveredAt ? admin.taken(format.ago(lastDeliveredAt)) : admin.noneTaken,
          waitingDeliveries > 0 && waitingSince
            ? admin.backlog(format.number(waitingDeliveries), format.ago(waitingSince))
            : '',
          failedDeliveries > 0 ? admin.givenUp(format.number(failedDeliveries)) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

/** The rest of the address may be a secret, which no screen that others see should show. */
function hostOf({ url }: Webhook): string {
  return URL.parse(url)?.host ?? '';
}

const stateColors: Record<WebhookDeliveryState, string> = {
  DELIVERED: 'teal',
  PENDING: 'blue',
  FAILED: 'red',
};

function Deliveries({
  deliveries,
  resend,
}: {
  deliveries: readonly Delivery[];
  resend(delivery: Delivery): void;
}) {
  const { admin, word } = useTexts();
  const format = useFormat();
  if (deliveries.length === 0) return <Text size="sm">{admin.noDeliveries}</Text>;
  return (
    <ScrollX label={admin.deliveries}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{admin.message}</Table.Th>
            <Table.Th>{admin.webhook}</Table.Th>
            <Table.Th>{word.status}</Table.Th>
            <Table.Th>{admin.attempts}</Table.Th>
            <Table.Th>{admin.lastAttempt}</Table.Th>
            <Table.Th>{admin.send}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => {
            const { id, type, state, attempts, lastAttemptAt, responseStatus, failure, webhook, event } =
              delivery;
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <span className="mono">{type}</span>
                  {event && <Text size="sm">{event.modPack.title}</Text>}
                </Table.Td>
                <Table.Td>{webhook?.databaseId ?? '–'}</Table.Td>
                <Table.Td>
                  <Group gap="xs">
                    <Badge variant="light" color={stateColors[state]}>
                      {admin.deliveryStates[state]}
                    </Badge>
                    {typeof responseStatus === 'number' && (
                      <Text size="sm" c="dimmed">
                        HTTP {responseStatus}
                      </Text>
                    )}
                  </Group>
                  {failure && (
                    <Text size="sm" c="dimmed">
                      {admin.failed(failure)}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{format.number(attempts)}</Table.Td>
                <Table.Td>{lastAttemptAt ? format.ago(lastAttemptAt) : admin.never}</Table.Td>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={state === 'PENDING' || !webhook}
                    onClick={() => resend(delivery)}
                  >
                    {admin.sendAgain}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}
