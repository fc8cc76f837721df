import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Outcome } from '../ui/outcome.tsx';
import { DownloadButton } from './download-button.tsx';
import type { StoredModPack } from './stored-mod-pack.ts';

/** Says that a modpack is here already, and leads to what came of it. */
export function Duplicate({ of }: { of: StoredModPack }) {
  const { upload, modPack } = useTexts();
  const [serverPack] = of.serverPacks.nodes;
  if (of.scan?.quarantined) {
    return (
      <Outcome color="red" badge={modPack.quarantine} role="alert">
        {modPack.quarantined}
      </Outcome>
    );
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Outcome
        color="blue"
        badge={upload.duplicateBadge}
        role="alert"
        act={
          serverPack === undefined ? (
            <Button component={Link} href={`/modpacks/${of.databaseId}`}>
              {upload.open}
            </Button>
          ) : (
            <DownloadButton href={serverPack.downloadUrl} />
          )
        }
      >
        {serverPack === undefined ? upload.duplicateUnbuilt : upload.duplicate}
      </Outcome>
      {serverPack !== undefined && (
        <Anchor component={Link} href={`/modpacks/${of.databaseId}/preview`} size="sm">
          {upload.generateFromStored}
        </Anchor>
      )}
    </Stack>
  );
}
