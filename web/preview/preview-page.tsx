import { Button } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Link, useSearch } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading, NotFound } from '../ui/states.tsx';
import { noFileOverrides } from '../upload/file-overrides.ts';
import { useModPackToPreview } from './mod-pack-to-preview.ts';
import { type BegunFrom, PreviewForm } from './preview-form.tsx';

/** Shows the mods that will be dropped, with reasons, before anything is built. */
export default function PreviewPage({ number }: { number: number }) {
  const { preview, upload } = useTexts();
  const address = new URLSearchParams(useSearch());
  const run = Number(address.get('run'));
  const hasRun = Number.isInteger(run) && run > 0;
  const { modPack: found, begunFrom, error, retry } = useModPackToPreview(number, hasRun ? run : null);
  // The form is drawn in pieces: at once it would delay scrolling and leaving by a tenth of a second.
  const modPack = useDeferredValue(found);
  if (error) return <Failure error={error} retry={retry} />;
  if (modPack === undefined) return <Loading rows={12} />;
  if (modPack === null) return <NotFound />;
  if (modPack.mods.totalCount === 0) {
    return (
      <Page title={preview.title} lead={modPack.title}>
        <Empty
          title={preview.notChecked}
          hint={preview.notCheckedHint}
          action={
            <Button component={Link} href={`/modpacks/${number}`}>
              {upload.open}
            </Button>
          }
        />
      </Page>
    );
  }
  const { manifest } = modPack;
  const wanted = address.get('modloaderVersion');
  const given: BegunFrom = begunFrom ?? {
    databaseId: null,
    gameVersion: manifest?.gameVersion ?? '',
    modloader: manifest?.modloader ?? '',
    modloaderVersion: manifest?.modloaderVersion ?? '',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
    dropLists: null,
    automaticSides: true,
    ...noFileOverrides,
  };
  const begin = wanted === null ? given : { ...given, modloaderVersion: wanted };
  const without = address.getAll('without');
  return <PreviewForm key={modPack.id} modPack={modPack} begin={begin} without={without} />;
}
