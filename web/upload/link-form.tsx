import { Button, Stack, Text, TextInput } from '@mantine/core';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { refusalOf } from '../data/refusal.ts';
import { useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { keepOwned } from '../packs/owned-packs.ts';
import { noFileOverrides } from './file-overrides.ts';
import type { Refused } from './link-refused.tsx';
import { noLists } from './lists.ts';
import { pageOf } from './to-own-page.tsx';
import { noVersions, toInput, type Versions } from './versions.ts';
import '../packs/stored-mod-pack.ts';

/** Loaded where a link is refused. */
const LinkRefused = lazy(() => import('./link-refused.tsx'));

const importByLink = operation(
  graphql(`
  mutation ImportByLink($url: String!, $runConfiguration: RunConfigurationInput!) {
    importModPack(input: { pack: { url: $url }, runConfiguration: $runConfiguration }) {
      __typename
      ... on RunStarted {
        modPack {
          databaseId
        }
        run {
          databaseId
        }
        ownerSecret
      }
      ... on UserError {
        code
        message
        field
        existing {
          ...StoredModPack
        }
      }
    }
  }
`),
);

/**
 * Has the service fetch a modpack by its link and build it; nothing where it fetches none. Versions that the pack does
 * not say are asked for once they are missed.
 */
export function LinkForm() {
  const { import: texts, upload } = useTexts();
  const facts = useServiceFacts();
  const [link, setLink] = useState('');
  const [versions, setVersions] = useState(noVersions);
  const { start, isBusy, refused } = useImport();
  const address = link.trim();
  const isLink = URL.canParse(address) && new URL(address).protocol === 'https:';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isLink) void start(address, versions);
  };
  if (facts?.import === false) return null;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div className="toolbar">
          <TextInput
            className="grow"
            type="url"
            label={texts.link}
            placeholder="https://modrinth.com/modpack/…"
            value={link}
            onChange={({ currentTarget }) => setLink(currentTarget.value)}
            error={address === '' || isLink ? null : texts.linkForm}
          />
          <Button type="submit" variant="default" loading={isBusy} disabled={!isLink}>
            {upload.startLink}
          </Button>
        </div>
        {isBusy && (
          <Text size="sm" role="status">
            {texts.busy}
          </Text>
        )}
        {refused !== null && (
          <Suspense>
            <LinkRefused refused={refused} versions={versions} onVersions={setVersions} />
          </Suspense>
        )}
      </Stack>
    </form>
  );
}

/** Has the service fetch a modpack, and leads to its page; else tells why not. */
function useImport() {
  const client = useClient();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const start = async (url: string, versions: Versions) => {
    setBusy(true);
    setRefused(null);
    const runConfiguration = toInput(versions, { lists: noLists, files: noFileOverrides });
    const { data, error } = await client.mutation(importByLink, { url, runConfiguration }).toPromise();
    setBusy(false);
    const result = data?.importModPack;
    if (result?.__typename === 'RunStarted') {
      const { databaseId } = result.modPack;
      keepOwned(databaseId, result.ownerSecret);
      go(pageOf({ databaseId, run: result.run.databaseId }));
    } else setRefused(result ?? { ...refusalOf(error), field: null, existing: null });
  };
  return { start, isBusy, refused };
}
