import { Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient } from 'urql';
import { Link, useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type FieldRefusal, refusalOf } from '../data/refusal.ts';
import { useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Duplicate, type StoredModPack } from '../packs/duplicate.tsx';
import { keepOwned } from '../packs/owned-packs.ts';
import { Outcome } from '../ui/outcome.tsx';
import { Page } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { AdvancedOptions } from './advanced-options.tsx';
import { FileFields } from './file-fields.tsx';
import { noFileOverrides } from './file-overrides.ts';
import { rememberedLists, rememberLists } from './lists.ts';
import { pageOf } from './to-own-page.tsx';
import { VersionFields } from './version-fields.tsx';
import { noVersions, toInput } from './versions.ts';

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

type Refused = { existing: StoredModPack | null } & FieldRefusal;

/** Having the service fetch a modpack itself. */
export default function ImportPage() {
  const { import: texts, upload } = useTexts();
  const viewer = useViewer();
  const facts = useServiceFacts();
  return (
    <Page title={texts.title} lead={facts?.import === false ? undefined : texts.lead}>
      {facts === null ? (
        <Loading rows={8} />
      ) : !facts.import ? (
        <Empty
          title={texts.off}
          action={
            <Button component={Link} href="/">
              {upload.start}
            </Button>
          }
        />
      ) : viewer.isKnown && !viewer.may('PUBLISH') ? (
        <Empty title={upload.mayNot} hint={upload.mayNotHint} />
      ) : (
        <ImportForm />
      )}
    </Page>
  );
}

function ImportForm() {
  const { import: texts, upload } = useTexts();
  const [link, setLink] = useState('');
  const [versions, setVersions] = useState(noVersions);
  const [lists, setLists] = useState(rememberedLists);
  const [files, setFiles] = useState(noFileOverrides);
  const { start, isBusy, refused } = useImport();
  const isLink = link.trim() === '' || isHttps(link.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isHttps(link.trim())) return;
    rememberLists(lists);
    void start(link.trim(), toInput(versions, { lists, files }));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          type="url"
          label={texts.link}
          description={texts.linkHint}
          value={link}
          onChange={({ currentTarget }) => setLink(currentTarget.value)}
          error={isLink ? null : texts.linkForm}
          required
        />
        <Fieldset legend={texts.versions}>
          <Text size="sm" c="dimmed" mb="sm">
            {texts.versionsHint}
          </Text>
          <VersionFields value={versions} onChange={setVersions} problem={refused} />
        </Fieldset>
        <AdvancedOptions lists={lists} onLists={setLists} isOpen={refused?.field != null}>
          <FileFields value={files} onChange={setFiles} problem={refused} />
        </AdvancedOptions>
        {refused !== null &&
          (refused.existing === null ? (
            <Outcome color="red" badge={upload.refused} role="alert">
              <RefusalText refusal={refused} />
            </Outcome>
          ) : (
            <Duplicate of={refused.existing} />
          ))}
        <Group>
          <Button
            type="submit"
            variant={refused?.existing ? 'default' : 'filled'}
            loading={isBusy}
            disabled={link.trim() === '' || !isLink}
          >
            {texts.start}
          </Button>
          {isBusy && <Text role="status">{texts.busy}</Text>}
        </Group>
      </Stack>
    </form>
  );
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

/** Has the service fetch a modpack, and leads to its page; else tells why not. */
function useImport() {
  const client = useClient();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const start = async (url: string, runConfiguration: ReturnType<typeof toInput>) => {
    setBusy(true);
    setRefused(null);
    const { data, error } = await client.mutation(importByLink, { url, runConfiguration }).toPromise();
    setBusy(false);
    const result = data?.importModPack;
    if (result?.__typename === 'RunStarted') {
      keepOwned(result.modPack.databaseId, result.ownerSecret);
      go(pageOf({ databaseId: result.modPack.databaseId, run: result.run.databaseId }));
    } else setRefused(result ?? { ...refusalOf(error), field: null, existing: null });
  };
  return { start, isBusy, refused };
}
