import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Loading } from '../ui/states.tsx';
import { DownloadButton } from './download-button.tsx';
import { RunPanel } from './run-panel.tsx';
import { followModPack } from './run-state.ts';

/** Follows a modpack live, up to its server pack. */
export function LiveRun({
  modPack,
  onBuilt,
}: {
  modPack: { id: string; databaseId: number };
  /** Called once with the number of the server pack that came of the run. */
  onBuilt?: ((serverPack: number) => void) | undefined;
}) {
  const { upload, word } = useTexts();
  const [{ data }] = useSubscription({ query: followModPack, variables: { id: modPack.id } });
  const run = data?.modPack;
  const [serverPack] = run?.status === 'GENERATED' ? run.newest.nodes : [];
  const isQuarantined = run?.scan?.quarantined === true;
  const ownPage = `/modpacks/${modPack.databaseId}`;
  const built = serverPack?.databaseId;
  const isTold = useRef(false);
  useEffect(() => {
    if (built === undefined || isTold.current) return;
    isTold.current = true;
    onBuilt?.(built);
  }, [built, onBuilt]);
  return (
    <Stack gap="xs" role="group" aria-label={upload.steps}>
      {run === undefined ? (
        <Loading rows={2} />
      ) : (
        <RunPanel
          run={run}
          isAwaited
          isQuarantined={isQuarantined}
          act={
            serverPack !== undefined ? (
              <DownloadButton href={serverPack.downloadUrl} />
            ) : (
              run.status === 'ERROR' && (
                <Button component={Link} href={ownPage}>
                  {upload.open}
                </Button>
              )
            )
          }
        />
      )}
      <Group gap="md">
        {serverPack !== undefined && (
          <Anchor component={Link} href={`/serverpacks/${serverPack.databaseId}`} size="sm">
            {word.serverPackN(serverPack.databaseId)}
          </Anchor>
        )}
        {run?.status !== 'ERROR' && (
          <Anchor component={Link} href={ownPage} size="sm">
            {upload.open}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
