import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { useViewer } from '../access/viewer.ts';
import { formContext } from '../data/form-context.ts';
import { operation } from '../data/operation.ts';
import { refusalOf } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Outcome } from '../ui/outcome.tsx';

const missingFiles = operation(
  graphql(`
  query MissingFiles($databaseId: Int!) {
    modPack(by: { databaseId: $databaseId }) {
      id
      runs(last: 5) {
        nodes {
          id
          waiting {
            for
            until
            files {
              name
              project
              page
              size
            }
          }
        }
      }
    }
  }
`),
);

const addMissingFile = operation(
  graphql(`
  mutation AddMissingFile($modPack: ID!, $file: Upload!) {
    addMissingFiles(input: { modPack: $modPack, files: [$file] }) {
      __typename
      ... on MissingFilesAdded {
        files {
          refusal
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** No event tells that a run waits, so it is asked, in milliseconds. */
const lookEveryMs = 2_000;

/** The files that a run waits for, with their download pages and a place to drop them; empty when it waits for none. */
export function MissingFiles({ modPack }: { modPack: { id: string; databaseId: number } }) {
  const [{ data }, again] = useQuery({
    query: missingFiles,
    variables: { databaseId: modPack.databaseId },
    requestPolicy: 'network-only',
  });
  useEffect(() => {
    const looking = setInterval(() => again({ requestPolicy: 'network-only' }), lookEveryMs);
    return () => clearInterval(looking);
  }, [again]);
  const waiting = data?.modPack?.runs.nodes.find((run) => run.waiting)?.waiting;
  const viewer = useViewer();
  const texts = useTexts();
  const format = useFormat();
  if (waiting?.for !== 'FILES' || waiting.files.length === 0) return null;
  return (
    <Outcome color="yellow" badge={texts.missing.badge}>
      <Stack gap="xs">
        <Text size="sm">{texts.missing.lead(format.dateTime(waiting.until))}</Text>
        <List size="sm" aria-label={texts.missing.badge}>
          {waiting.files.map(({ name, project, page, size }) => (
            <List.Item key={name}>
              <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
                {project}
              </Anchor>
              : {name}
              {typeof size === 'number' && `, ${format.bytes(size)}`}
            </List.Item>
          ))}
        </List>
        {viewer.may('PUBLISH') && (
          <Drop modPack={modPack.id} onSent={() => again({ requestPolicy: 'network-only' })} />
        )}
      </Stack>
    </Outcome>
  );
}

/** Sends what is chosen or dropped on it, one file after the other. */
function Drop({ modPack, onSent }: { modPack: string; onSent: () => void }) {
  const { missing: texts } = useTexts();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const sendOne = async (file: File): Promise<string[]> => {
    const { data, error } = await client.mutation(addMissingFile, { modPack, file }, formContext).toPromise();
    const result = data?.addMissingFiles;
    if (result === undefined) return [refusalOf(error).message];
    if (result.__typename !== 'MissingFilesAdded') return [result.message];
    return result.files.flatMap(({ refusal }) => refusal ?? []);
  };
  const send = async (files: File[]) => {
    setBusy(true);
    setRefusals([]);
    const refused: string[] = [];
    for (const file of files) refused.push(...(await sendOne(file)));
    setRefusals(refused);
    setBusy(false);
    onSent();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    // The page around it takes modpacks.
    event.stopPropagation();
    void send([...event.dataTransfer.files]);
  };
  return (
    <section
      className="drop"
      aria-label={texts.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Text size="sm">{texts.drop}</Text>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={texts.choose}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="xs" loading={isBusy} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      {refusals.map((refusal) => (
        <Text key={refusal} size="sm" c="red" role="alert">
          {refusal}
        </Text>
      ))}
    </section>
  );
}
