import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { Link } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { type BuiltFrom, Findings, previewWithout } from '../logs/findings.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { ServerPackFacts } from './server-pack.ts';
import './server-pack.ts';

const bootServerPack = operation(
  graphql(`
  mutation BootServerPack($serverPack: ID!) {
    bootServerPack(input: { serverPack: $serverPack, repair: true }) {
      __typename
      ... on ServerPack {
        id
        boot {
          ...WholeBoot
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

/** Milliseconds between two looks at a boot that has not ended. */
const lookMs = 3_000;

/** Whether the server was shown to start, and the button that tries it; nothing where neither can be. */
export function Boot({ serverPack, again }: { serverPack: ServerPackFacts; again(): void }) {
  const { boots } = useTexts();
  const facts = useServiceFacts();
  const viewer = useViewer();
  const { start, isBusy, refusal } = useBoot(serverPack.id);
  const { boot, modPack, run } = serverPack;
  const isOpen = boot != null && boot.state !== 'ENDED' && boot.state !== 'INTERRUPTED';
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(again, lookMs);
    return () => clearInterval(timer);
  }, [isOpen, again]);
  const mayStart = facts?.boots === true && viewer.may('PUBLISH');
  if (!boot && !mayStart) return null;
  const builtFrom = { modPack: modPack.databaseId, run: run.databaseId };
  return (
    <>
      <Section title={boots.title}>
        {boot && <BootState boot={boot} />}
        {boot && boot.repairs.length > 0 && <Repairs boot={boot} builtFrom={builtFrom} />}
        {mayStart && !isOpen && (
          <Group>
            <Button size="xs" variant="default" loading={isBusy} onClick={start}>
              {boot ? boots.again : boots.start}
            </Button>
          </Group>
        )}
        <Text size="sm" role="status" component="div">
          {refusal !== null && <RefusalText refusal={refusal} />}
        </Text>
      </Section>
      {boot && boot.findings.length > 0 && <Findings findings={boot.findings} builtFrom={builtFrom} />}
    </>
  );
}

function BootState({ boot }: { boot: NonNullable<ServerPackFacts['boot']> }) {
  const { boots } = useTexts();
  const format = useFormat();
  const { state, outcome, java = null, seconds, peakMemory } = boot;
  const said = state === 'ENDED' ? outcome && boots.outcome[outcome] : boots.state[state];
  const facts = boots.facts({
    java,
    seconds: seconds == null ? null : format.seconds(seconds),
    memory: peakMemory == null ? null : format.bytes(peakMemory),
  });
  return (
    <Text size="sm" role="status">
      {said} {facts}
    </Text>
  );
}

/** The jars left out for the next try, and why; with the way to build without them where that helped. */
function Repairs({
  boot: { outcome, repairs },
  builtFrom,
}: {
  boot: NonNullable<ServerPackFacts['boot']>;
  builtFrom: BuiltFrom;
}) {
  const { boots, logs } = useTexts();
  const jars = repairs.flatMap(({ dropped }) => dropped);
  return (
    <>
      {repairs.map(({ dropped, finding: { cause, message } }) => (
        <Text key={dropped.join('/')} size="sm" className="log-words">
          {boots.dropped(dropped.join(', '))} ({logs.cause(cause, message)})
        </Text>
      ))}
      {outcome === 'STARTED_REPAIRED' && (
        <Group>
          <Button component={Link} href={previewWithout(builtFrom, jars)} size="xs" className="log-button">
            {boots.buildWithout}
          </Button>
        </Group>
      )}
    </>
  );
}

function useBoot(serverPack: string) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const start = async () => {
    setBusy(true);
    const { data, error } = await client.mutation(bootServerPack, { serverPack }).toPromise();
    setBusy(false);
    setRefusal(refusalIn(data?.bootServerPack, error));
  };
  return { start: () => void start(), isBusy, refusal };
}
