import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import type { ServiceStateQuery } from '../gql/graphql.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/language.ts';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { Webhooks } from './webhooks.tsx';

const serviceState = operation(
  graphql(`
  query ServiceState {
    administration {
      service {
        freeBytes
        reserveBytes
        unfinishedUploadBytes
        mostUnfinishedUploadBytes
        health {
          name
          ok
          message
        }
        queue {
          waiting
          active
          waitingForRoom
          oldestSeconds
        }
      }
      tokens(first: 100) {
        nodes {
          id
          name
          role
          quota
          stored
          expiresAt
          lastUsedAt
        }
      }
    }
  }
`),
);

type Administration = NonNullable<ServiceStateQuery['administration']>;
type Service = Administration['service'];

/** The state of the service, for operators. */
export default function AdminPage() {
  const { admin, app } = useTexts();
  const viewer = useViewer();
  if (viewer.may('OPERATE')) return <ServiceState />;
  return (
    <Page title={admin.title}>
      {!viewer.isKnown ? (
        <Loading />
      ) : (
        <Empty
          title={admin.mayNot}
          hint={admin.mayNotHint}
          action={
            <Button component={Link} href="/sign-in">
              {app.signIn}
            </Button>
          }
        />
      )}
    </Page>
  );
}

function ServiceState() {
  const { admin } = useTexts();
  const [{ data, error, fetching }, again] = useQuery({ query: serviceState });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const administration = data?.administration ?? undefined;
  return (
    <Page
      title={admin.title}
      actions={
        <Button variant="default" loading={fetching} onClick={refresh}>
          {admin.refresh}
        </Button>
      }
    >
      {error && administration === undefined ? (
        <Failure error={error} retry={refresh} />
      ) : administration === undefined ? (
        <Loading rows={10} />
      ) : (
        <>
          <div className="columns">
            <Health service={administration.service} />
            <QueueFacts service={administration.service} />
          </div>
          <Tokens tokens={administration.tokens.nodes} />
          <Webhooks />
        </>
      )}
    </Page>
  );
}

function Health({ service }: { service: Service }) {
  const { admin } = useTexts();
  const format = useFormat();
  return (
    <Section title={admin.health}>
      {service.health.map(({ name, ok, message }) => (
        <Group key={name} gap="xs">
          <Badge variant="light" color={ok ? 'teal' : 'red'}>
            {name}
          </Badge>
          <Text size="sm">{message}</Text>
        </Group>
      ))}
      <Facts
        facts={[
          [admin.free, format.bytes(service.freeBytes)],
          [admin.reserve, format.bytes(service.reserveBytes)],
        ]}
      />
    </Section>
  );
}

function QueueFacts({ service }: { service: Service }) {
  const { admin, word } = useTexts();
  const format = useFormat();
  const { waiting, active, waitingForRoom, oldestSeconds } = service.queue;
  const { unfinishedUploadBytes, mostUnfinishedUploadBytes } = service;
  return (
    <Section title={admin.queue}>
      <Facts
        facts={[
          [admin.waiting, format.number(waiting)],
          [admin.oldest, typeof oldestSeconds === 'number' ? format.seconds(oldestSeconds) : null],
          [admin.waitingForRoom, format.number(waitingForRoom)],
          [admin.active, format.number(active)],
          [
            admin.uploads,
            word.of(format.bytes(unfinishedUploadBytes), format.bytes(mostUnfinishedUploadBytes)),
          ],
        ]}
      />
    </Section>
  );
}

function Tokens({ tokens }: { tokens: Administration['tokens']['nodes'] }) {
  const { admin, word, role: roles } = useTexts();
  const format = useFormat();
  return (
    <Section title={admin.tokens}>
      {tokens.length === 0 ? (
        <Empty title={admin.noTokens} hint={admin.noTokensHint} />
      ) : (
        <ScrollX label={admin.tokens}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word.name}</Table.Th>
                <Table.Th>{admin.tokenRole}</Table.Th>
                <Table.Th>{admin.stored}</Table.Th>
                <Table.Th>{admin.quota}</Table.Th>
                <Table.Th>{admin.lastUsed}</Table.Th>
                <Table.Th>{admin.expires}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tokens.map(({ id, name, role, quota, stored, expiresAt, lastUsedAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{roles[role]}</Table.Td>
                  <Table.Td>{format.bytes(stored)}</Table.Td>
                  <Table.Td>{typeof quota === 'number' ? format.bytes(quota) : admin.unlimited}</Table.Td>
                  <Table.Td>{lastUsedAt ? format.ago(lastUsedAt) : admin.never}</Table.Td>
                  <Table.Td>{expiresAt ? format.dateTime(expiresAt) : admin.never}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}
