import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { useViewer } from '../access/viewer.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { PackPicker } from '../server-packs/pack-picker.tsx';
import { useServerPack } from '../server-packs/server-pack.ts';
import { useAddressText } from '../ui/address-state.ts';
import { Page } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { Empty } from '../ui/states.tsx';
import { usePageDrop } from '../upload/drop-zone.tsx';
import { largestLog, linkIn, useAnalysis } from './analyze.ts';
import { Findings } from './findings.tsx';

/** Why a server does not start, told by its log. */
export default function LogsPage() {
  const { logs, upload } = useTexts();
  const viewer = useViewer();
  return (
    <Page title={logs.title} lead={logs.lead}>
      {viewer.isKnown && !viewer.may('PUBLISH') ? (
        <Empty title={upload.mayNot} hint={upload.mayNotHint} />
      ) : (
        <LogForm />
      )}
    </Page>
  );
}

function LogForm() {
  const { logs } = useTexts();
  const [number, setNumber] = useAddressText('serverPack');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const { value: serverPack } = useServerPack(number === '' ? null : Number(number));
  const { start, isBusy, outcome } = useAnalysis();
  const isPackReady = number === '' || serverPack !== undefined;
  const link = file === null ? linkIn(text) : null;
  const log = file ?? (text.trim() === '' ? null : new File([text], 'log.txt', { type: 'text/plain' }));
  const isTooLarge = log !== null && log.size > largestLog;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (log !== null) start(link === null ? { file: log } : { url: link }, serverPack?.id ?? null);
  };
  const builtFrom = serverPack
    ? { modPack: serverPack.modPack.databaseId, run: serverPack.run.databaseId }
    : null;
  return (
    <>
      <form onSubmit={submit}>
        <Stack>
          <div className="toolbar">
            <PackPicker
              label={logs.serverPack}
              description={logs.serverPackHint}
              value={number}
              onChange={setNumber}
            />
          </div>
          <LogFields text={text} onText={setText} file={file} onFile={setFile} isTooLarge={isTooLarge} />
          <Group>
            <Button type="submit" loading={isBusy} disabled={log === null || isTooLarge || !isPackReady}>
              {logs.start}
            </Button>
          </Group>
        </Stack>
      </form>
      {outcome !== null &&
        (Array.isArray(outcome) ? (
          <Findings findings={outcome} builtFrom={builtFrom} />
        ) : (
          <Alert color="red" role="alert">
            <RefusalText refusal={outcome} />
          </Alert>
        ))}
    </>
  );
}

function LogFields({
  text,
  onText,
  file,
  onFile,
  isTooLarge,
}: {
  text: string;
  onText(text: string): void;
  file: File | null;
  onFile(file: File | null): void;
  isTooLarge: boolean;
}) {
  const { logs } = useTexts();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  usePageDrop(([dropped]) => dropped && onFile(dropped));
  const problem = isTooLarge ? logs.tooLarge(format.bytes(largestLog)) : null;
  return (
    <Stack gap="xs">
      {file === null ? (
        <Textarea
          label={logs.text}
          description={logs.textHint}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          error={problem}
          rows={10}
          spellCheck={false}
        />
      ) : (
        <Text role="status" className="log-words">
          {logs.chosen(file.name, format.bytes(file.size))} {problem}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".log,.txt,.gz,text/plain"
        aria-label={logs.choose}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0] ?? null);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Group gap="xs">
        <Button variant="default" onClick={() => input.current?.click()}>
          {logs.choose}
        </Button>
        {file !== null && (
          <Button variant="default" onClick={() => onFile(null)}>
            {logs.remove}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
