import { Alert, Button, Card, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { Link, useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { useStore } from '../data/store.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Page } from '../ui/page.tsx';
import { Loading } from '../ui/states.tsx';
import { useBrokenOff } from './broken-off.ts';
import { chooseFiles } from './choose.ts';
import { DropZone } from './drop-zone.tsx';
import { useEarlyChoice } from './early-choice.ts';
import { uploadItems } from './items.ts';
import { LinkForm } from './link-form.tsx';
import { useListOfAddress } from './list-of-address.ts';
import { WhatNext } from './what-next.tsx';

/** Loaded with the first chosen modpack. */
const ChosenPacks = lazy(() => import('./chosen-packs.tsx'));
const NewestPacks = lazy(() => import('../packs/newest-packs.tsx'));

/** Choosing modpacks, saying what for, sending them, and watching what becomes of them. */
export function UploadPage() {
  const { upload } = useTexts();
  const viewer = useViewer();
  const hasItems = useStore(uploadItems).length > 0;
  const [list] = useListOfAddress() ?? [];
  const isSeen = useIsSeen();
  useEarlyChoice(chooseFiles);
  if (viewer.isKnown && !viewer.may('PUBLISH')) return <MayNotUpload />;
  return (
    <Page title={upload.title} lead={upload.lead}>
      {list !== undefined && <Text size="sm">{upload.withList(list)}</Text>}
      <div className="ways-in">
        <DropZone onFiles={chooseFiles} hasChosen={hasItems} />
        {!hasItems && <LinkForm />}
      </div>
      <BrokenOffUploads />
      {hasItems && (
        <Suspense fallback={<Loading />}>
          <ChosenPacks />
        </Suspense>
      )}
      {!hasItems && (
        <>
          <Example />
          <WhatNext />
          {isSeen && (
            <Suspense>
              <NewestPacks />
            </Suspense>
          )}
        </>
      )}
    </Page>
  );
}

/** False in the picture of the page, which is drawn while the app is built, and in its first moment. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => setSeen(true), []);
  return isSeen;
}

/** Builds a pack that comes with the page, for those who have none at hand. */
function Example() {
  const { home } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    const { buildExample } = await import('./example.ts');
    const page = await buildExample(client);
    if (page !== null) go(page);
  };
  return (
    <Group gap="xs">
      <Text size="sm">{home.noPack}</Text>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void start()}>
        {home.example}
      </Button>
    </Group>
  );
}

function BrokenOffUploads() {
  const { upload } = useTexts();
  const format = useFormat();
  const { uploads, forget } = useBrokenOff();
  const items = useStore(uploadItems);
  const waiting = uploads.filter(({ name }) => items.every(({ file }) => file.name !== name));
  if (waiting.length === 0) return null;
  return (
    <Alert title={upload.reloaded} color="blue">
      <Stack gap="xs">
        {waiting.map((one) => (
          <Group key={one.urlStorageKey}>
            <Text size="sm">
              {one.name} ({format.bytes(one.size)})
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => forget(one)}>
              {upload.forgetUpload}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function MayNotUpload() {
  const { upload, app } = useTexts();
  return (
    <Page title={upload.title} lead={upload.lead}>
      <Card withBorder>
        <Stack align="flex-start">
          <Text fw={600}>{upload.mayNot}</Text>
          <Text>{upload.mayNotHint}</Text>
          <Button component={Link} href="/sign-in">
            {app.signIn}
          </Button>
        </Stack>
      </Card>
    </Page>
  );
}
