import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useStore } from '../data/store.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { AdvancedOptions } from './advanced-options.tsx';
import { FileFields } from './file-fields.tsx';
import { noFileOverrides } from './file-overrides.ts';
import { type UploadItem, uploadItems } from './items.ts';
import { useListOfAddress } from './list-of-address.ts';
import { rememberedLists, rememberLists } from './lists.ts';
import { submit } from './submit.ts';
import { UploadCard } from './upload-card.tsx';
import { areComplete, mayBeGameVersion, mayBeLoaderVersion } from './versions.ts';

/** The chosen modpacks, what is the same for all of them, and the button that sends them. */
export default function ChosenPacks() {
  const { upload } = useTexts();
  const client = useClient();
  const items = useStore(uploadItems);
  const dropLists = useListOfAddress();
  const [lists, setLists] = useState(() => ({ ...rememberedLists(), dropLists }));
  const [files, setFiles] = useState(noFileOverrides);
  const { place, isAsked, ask } = useAsked();
  const ready = items.filter(isReady);
  const send = (chosen: readonly UploadItem[]) => {
    if (!chosen.every(isWhole)) return ask();
    rememberLists(lists);
    for (const { key } of chosen) void submit(client, key, { lists, files });
  };
  return (
    <Section title={upload.chosen}>
      <Stack gap="md" ref={place}>
        {items.map((item) => (
          <UploadCard key={item.key} item={item} isAsked={isAsked} onSend={() => send([item])} />
        ))}
      </Stack>
      <AdvancedOptions lists={lists} onLists={setLists}>
        <FileFields value={files} onChange={setFiles} />
      </AdvancedOptions>
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

/** Asks for missing versions before sending, and moves the focus to the first faulty field. */
function useAsked() {
  const place = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [asked]);
  return { place, isAsked: asked > 0, ask: () => setAsked((times) => times + 1) };
}

/** The file has been read and waits to be sent. */
function isReady({ state, fault, marker }: UploadItem): boolean {
  return state === 'ready' && fault === null && marker !== undefined;
}

/** Nothing known before the upload speaks against it. */
function isWhole({ versions, isLeftToService }: UploadItem): boolean {
  return (
    (isLeftToService || areComplete(versions)) &&
    mayBeGameVersion(versions.gameVersion) &&
    mayBeLoaderVersion(versions.modloaderVersion)
  );
}
