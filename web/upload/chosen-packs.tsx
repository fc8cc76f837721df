import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { useStore } from '../data/store.ts';
import { useTexts } from '../texts/language.ts';
import { Section } from '../ui/page.tsx';
import { FileFields } from './file-fields.tsx';
import { noFileWishes } from './file-wishes.ts';
import { type UploadItem, uploadItems } from './items.ts';
import { ListFields } from './list-fields.tsx';
import { hasEntries, type Lists, noLists, rememberedLists, rememberLists } from './lists.ts';
import { submit } from './submit.ts';
import { UploadCard } from './upload-card.tsx';
import { mayBeGameVersion, mayBeLoaderVersion } from './versions.ts';

/** The chosen modpacks, what is the same for all of them, and the button that sends them. */
export default function ChosenPacks() {
  const { upload, files: fileTexts } = useTexts();
  const client = useClient();
  const items = useStore(uploadItems);
  const [lists, setLists] = useState(rememberedLists);
  const [files, setFiles] = useState(noFileWishes);
  const ready = items.filter(mayBeSent);
  const send = (chosen: readonly UploadItem[]) => {
    rememberLists(lists);
    for (const { key } of chosen) void submit(client, key, { lists, files });
  };
  return (
    <Section title={upload.chosen}>
      <Stack gap="md">
        {items.map((item) => (
          <UploadCard key={item.key} item={item} onSend={() => send([item])} />
        ))}
      </Stack>
      <ListsOfAll value={lists} onChange={setLists} />
      <Fieldset legend={fileTexts.title}>
        <FileFields value={files} onChange={setFiles} />
      </Fieldset>
      {ready.length > 0 && (
        <Group>
          <Button size="md" onClick={() => send(ready)}>
            {ready.length === 1 ? upload.start : upload.startAll(ready.length)}
          </Button>
        </Group>
      )}
    </Section>
  );
}

/** Nothing known before the upload speaks against it. */
function mayBeSent({ state, fault, marker, versions }: UploadItem): boolean {
  return (
    state === 'ready' &&
    fault === null &&
    marker !== undefined &&
    mayBeGameVersion(versions.gameVersion) &&
    mayBeLoaderVersion(versions.modloaderVersion)
  );
}

function ListsOfAll({ value, onChange }: { value: Lists; onChange(value: Lists): void }) {
  const { upload } = useTexts();
  const [wasRemembered] = useState(() => hasEntries(value));
  return (
    <Fieldset legend={upload.more}>
      {wasRemembered && hasEntries(value) && (
        <Group mb="sm">
          <Text size="sm" c="dimmed">
            {upload.remembered}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => onChange(noLists)}>
            {upload.forget}
          </Button>
        </Group>
      )}
      <ListFields value={value} onChange={onChange} />
    </Fieldset>
  );
}
