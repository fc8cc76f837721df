import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { graphql, type StoredModPackFragment } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Outcome } from '../ui/outcome.tsx';
import { DownloadButton } from './download-button.tsx';

graphql(`
  fragment StoredModPack on ModPack {
    id
    databaseId
    scan {
      quarantined
    }
    serverPacks(first: 1, orderBy: CREATED_AT_DESC) {
      nodes {
        id
        downloadUrl
      }
    }
  }
`);

/** A modpack that the service had before it was sent again. */
export type StoredModPack = StoredModPackFragment;

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
