import { Button, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useServiceFacts } from '../data/service.ts';
import { useTexts } from '../language/speech.ts';
import { useImport } from '../upload/use-import.ts';
import { noVersions } from '../upload/versions.ts';

/** Loaded where the link is refused. */
const LinkRefused = lazy(() => import('../upload/link-refused.tsx'));

/** Builds the pack that an uploaded installer would have fetched; nothing where the service fetches none. */
export default function ImportLink({ link }: { link: string }) {
  const { upload } = useTexts();
  const facts = useServiceFacts();
  const [versions, setVersions] = useState(noVersions);
  const { start, isBusy, refused } = useImport();
  if (facts?.import === false) return null;
  return (
    <Stack gap="sm">
      <Button loading={isBusy} onClick={() => void start(link, versions)}>
        {upload.startLink}
      </Button>
      {refused !== null && (
        <Suspense>
          <LinkRefused refused={refused} versions={versions} onVersions={setVersions} />
        </Suspense>
      )}
    </Stack>
  );
}
