import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { BackupState } from '../../client/gql/schema.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { type BackupsQuery, graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Failure, Loading } from '../ui/states.tsx';

const backupsOf = operation(
  graphql(`
  query Backups {
    administration {
      backups {
        name
        place
        state
        reason
        modPacks
        files
        bytes
        lostFiles
        createdAt
      }
      database {
        kind
        version
        lastArchivedAt
      }
      settings {
        name
        value
      }
    }
  }
`),
);
/** Begins a backup. */
export const createBackup = operation(
  graphql(`
  mutation CreateBackup {
    createBackup {
      __typename
      ... on Backup {
        name
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Queries with this are asked again after a backup was begun, also those that had none. */
export const withBackups = { additionalTypenames: ['Backup'] };

type Backup = NonNullable<BackupsQuery['administration']>['backups'][number];

/** Milliseconds between two looks at a backup that is being made. */
const lookEvery = 2_000;

/** The backups that the service has made, and the way to another one. */
export function Backups() {
  const { admin } = useTexts();
  const format = useFormat();
  const client = useClient();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [{ data, error }, again] = useQuery({ query: backupsOf, context: withBackups });
  const administration = data?.administration ?? undefined;
  const backups = administration?.backups;
  const isRunning = backups?.some(({ state }) => state === 'RUNNING') ?? false;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), lookEvery);
    return () => clearInterval(timer);
  }, [isRunning, again]);
  if (administration === undefined || backups === undefined)
    return error ? (
      <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
    ) : (
      <Loading />
    );
  const begin = async () => {
    const answer = await client.mutation(createBackup, {}).toPromise();
    setRefusal(refusalIn(answer.data?.createBackup, answer.error));
    again({ requestPolicy: 'network-only' });
  };
  const { database, settings } = administration;
  const hours = Number(settings.find(({ name }) => name === 'BACKUP_EVERY_HOURS')?.value ?? 0);
  return (
    <Section title={admin.backups}>
      <Group>
        <Button size="xs" variant="default" loading={isRunning} onClick={begin}>
          {admin.backUpNow}
        </Button>
        <Text size="sm">{hours > 0 ? admin.backupEvery(hours) : admin.backupNever}</Text>
      </Group>
      {refusal && <RefusalText refusal={refusal} />}
      {backups.length === 0 ? <Text size="sm">{admin.noBackups}</Text> : <BackupTable backups={backups} />}
      <Facts
        facts={[
          [admin.database, admin.databaseOf(database.kind, database.version)],
          [
            admin.archived,
            database.kind !== 'POSTGRESQL'
              ? null
              : database.lastArchivedAt
                ? format.ago(database.lastArchivedAt)
                : admin.never,
          ],
        ]}
      />
      <Text size="sm" c="dimmed">
        {admin.backupMore}
      </Text>
    </Section>
  );
}

const colors: Record<BackupState, string> = { RUNNING: 'blue', WHOLE: 'teal', FAILED: 'red' };

function BackupTable({ backups }: { backups: readonly Backup[] }) {
  const { admin, word, modPacks: texts } = useTexts();
  const format = useFormat();
  return (
    <ScrollX label={admin.backups}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{admin.begun}</Table.Th>
            <Table.Th>{word.status}</Table.Th>
            <Table.Th>{word.size}</Table.Th>
            <Table.Th>{admin.backupPlace}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {backups.map(({ name, place, state, reason, modPacks, bytes, lostFiles, createdAt }) => (
            <Table.Tr key={name}>
              <Table.Td>{format.dateTime(createdAt)}</Table.Td>
              <Table.Td>
                <Badge variant="light" color={colors[state]}>
                  {admin.backupState[state]}
                </Badge>
                {reason && (
                  <Text size="sm" lang="en">
                    {reason}
                  </Text>
                )}
                {lostFiles > 0 && <Text size="sm">{admin.backupLost(lostFiles)}</Text>}
              </Table.Td>
              <Table.Td>{state === 'WHOLE' && `${texts.count(modPacks)}, ${format.bytes(bytes)}`}</Table.Td>
              <Table.Td className="breaks">{place}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}
