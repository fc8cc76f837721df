import { Anchor, Stack } from '@mantine/core';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Loading } from '../ui/states.tsx';
import { DownloadButton } from './download-button.tsx';
import { RunPanel } from './run-panel.tsx';
import { followModPack } from './run-state.ts';

/** Follows a modpack live, up to its server pack. */
export function LiveRun({ modPack }: { modPack: { databaseId: number } }) {
  const { upload } = useTexts();
  const [{ data }] = useSubscription({ query: followModPack, variables: { number: modPack.databaseId } });
  const run = data?.modPack;
  const [serverPack] = run?.status === 'GENERATED' ? run.newest.nodes : [];
  return (
    <Stack gap="xs" role="group" aria-label={upload.steps}>
      {run === undefined ? (
        <Loading rows={2} />
      ) : (
        <RunPanel
          run={run}
          isAwaited
          isQuarantined={run.scan?.quarantined === true}
          act={serverPack !== undefined && <DownloadButton href={serverPack.downloadUrl} />}
        />
      )}
      <Anchor component={Link} href={`/modpacks/${modPack.databaseId}`} size="sm">
        {upload.open}
      </Anchor>
    </Stack>
  );
}
