import { Alert, Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { WebhookDeliveryState } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/gql.ts';
import type { WebhooksQuery } from '../gql/graphql.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/language.ts';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';

const webhooksAndDeliveries = operation(
  graphql(`
  query Webhooks {
    administration {
      webhooks(first: 100) {
        nodes {
          id
          databaseId
          url
          format
          enabled
          statuses
        }
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
              name
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
      ... on Error {
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
      ... on Error {
        code
        message
      }
    }
  }
`),
);

type Administration = NonNullable<WebhooksQuery['administration']>;
type Webhook = Administration['webhooks']['nodes'][number];
type Delivery = Administration['webhookDeliveries']['nodes'][number];

/** Receivers, their newest messages, and buttons to send one again. */
export function Webhooks() {
  const { admin } = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: webhooksAndDeliveries });
  const administration = data?.administration ?? undefined;
  const { act, problem } = useWebhookActions(() => again({ requestPolicy: 'network-only' }));
  const refresh = (
    <Button
      size="xs"
      variant="default"
      loading={fetching}
      onClick={() => again({ requestPolicy: 'network-only' })}
    >
      {admin.refresh}
    </Button>
  );
  return (
    <Section title={admin.webhooks} actions={refresh}>
      {problem !== null && (
        <Alert color="red" role="alert">
          <RefusalText refusal={problem} />
        </Alert>
      )}
      {administration === undefined ? (
        error ? (
          <Failure error={error} />
        ) : (
          <Loading rows={2} />
        )
      ) : administration.webhooks.nodes.length === 0 ? (
        <Empty title={admin.noWebhooks} hint={admin.noWebhooksHint} />
      ) : (
        <Stack>
          <WebhookTable webhooks={administration.webhooks.nodes} test={({ id }) => act.test(id)} />
          <Deliveries
            deliveries={administration.webhookDeliveries.nodes}
            resend={({ id }) => act.resend(id)}
          />
        </Stack>
      )}
    </Section>
  );
}

/** Mutations that send a message; `problem` is the last failure. */
function useWebhookActions(refresh: () => void) {
  const client = useClient();
  const [problem, setProblem] = useState<Refusal | null>(null);
  const settle = (refusal: Refusal | null) => {
    setProblem(refusal);
    refresh();
  };
  return {
    problem,
    act: {
      async test(webhook: string) {
        const { data, error } = await client.mutation(testWebhook, { webhook }).toPromise();
        settle(refusalIn(data?.testWebhook, error));
      },
      async resend(delivery: string) {
        const { data, error } = await client.mutation(resendDelivery, { delivery }).toPromise();
        settle(refusalIn(data?.resendWebhookDelivery, error));
      },
    },
  };
}

function WebhookTable({ webhooks, test }: { webhooks: readonly Webhook[]; test(webhook: Webhook): void }) {
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
            <Table.Th>{admin.send}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Td>{admin.webhookN(webhook.databaseId, hostOf(webhook))}</Table.Td>
              <Table.Td>{admin.formats[webhook.format]}</Table.Td>
              <Table.Td>{webhook.statuses.map((one) => statusTexts[one]).join(word.comma)}</Table.Td>
              <Table.Td>
                <Badge variant="light" color={webhook.enabled ? 'teal' : 'gray'}>
                  {webhook.enabled ? admin.on : admin.off}
                </Badge>
              </Table.Td>
              <Table.Td>
                <Button size="compact-sm" variant="default" onClick={() => test(webhook)}>
                  {admin.test}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
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
                  {event && <Text size="sm">{event.modPack.name}</Text>}
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
