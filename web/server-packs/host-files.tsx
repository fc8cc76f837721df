import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useTexts } from '../language/speech.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { type HostFileFacts, useHostFiles } from './server-pack.ts';

/** The texts that put a server pack to work, one tab for each place. */
export function HostFiles({ serverPack }: { serverPack: number }) {
  const files = useHostFiles(serverPack);
  const { serverPack: texts } = useTexts();
  if (files.length === 0) return null;
  return (
    <Stack gap="xs" mt="xs">
      <Text size="sm" c="dimmed">
        {texts.hostsLead}
      </Text>
      <Tabs defaultValue={files[0]?.kind ?? null} keepMounted={false}>
        <Tabs.List>
          {files.map(({ kind }) => (
            <Tabs.Tab key={kind} value={kind}>
              {texts.host[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {files.map((file) => (
          <Tabs.Panel key={file.kind} value={file.kind} pt="xs">
            <HostFile file={file} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

function HostFile({ file: { name, text, url } }: { file: HostFileFacts }) {
  const { serverPack: texts } = useTexts();
  return (
    <>
      <Group gap="xs">
        <CopyButton value={text} label={name} />
        {url !== null && (
          <>
            <Button component="a" href={url} download={name} size="compact-sm" variant="default">
              {name}
            </Button>
            <CopyButton value={url} words={texts.hostsLink} />
          </>
        )}
      </Group>
      <pre className="block-code">{text}</pre>
    </>
  );
}
