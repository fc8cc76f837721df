import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Boot } from './boot.tsx';
import { HostFiles } from './host-files.tsx';
import type { ServerPackFacts } from './server-pack.ts';
import { VoteButtons } from './vote-buttons.tsx';

/** How a server pack is run, in three steps; more of it, and whether it works, below. */
export function RunIt({ serverPack, again }: { serverPack: ServerPackFacts; again(): void }) {
  const { serverPack: texts, logs } = useTexts();
  const { databaseId: number, howToRun, run } = serverPack;
  return (
    <Stack gap="md" maw="48rem">
      {typeof howToRun === 'string' && (
        <>
          <ol className="steps">
            <li>{texts.step1}</li>
            <li>
              {texts.step2}
              <code className="block-code">{'Linux, macOS:  bash start.sh\nWindows:       start.bat'}</code>
            </li>
            <li>{texts.step3}</li>
          </ol>
          <details>
            <summary>{texts.runFile}</summary>
            <Text size="sm" c="dimmed" my="xs">
              {texts.headless}
            </Text>
            <pre className="block-code" lang="en">
              {howToRun}
            </pre>
          </details>
        </>
      )}
      <details open={typeof howToRun !== 'string' || undefined}>
        <summary>{texts.hosts}</summary>
        <HostFiles serverPack={number} />
      </details>
      <VoteButtons serverPack={serverPack} />
      <Anchor component={Link} href={`/logs?serverPack=${number}`} size="sm">
        {logs.title}
      </Anchor>
      {run.configuration.format === 'ZIP' && <Boot serverPack={serverPack} again={again} />}
    </Stack>
  );
}
