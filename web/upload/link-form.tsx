import { Button, Stack, Text, TextInput } from '@mantine/core';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { useServiceFacts } from '../data/service.ts';
import { useTexts } from '../language/speech.ts';
import { useImport } from './use-import.ts';
import { noVersions } from './versions.ts';

/** Loaded where a link is refused. */
const LinkRefused = lazy(() => import('./link-refused.tsx'));

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
