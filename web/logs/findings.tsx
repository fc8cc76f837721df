import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import type { LogFinding } from './analyze.ts';

/** The parts of a server pack that are needed to build it again. */
export interface BuiltFrom {
  modPack: number;
  run: number;
}

/** Leads to a preview of the same build without these jars. */
export function previewWithout({ modPack, run }: BuiltFrom, jars: readonly string[]): string {
  const without = jars.map((jar) => `&without=${encodeURIComponent(jar)}`);
  return `/modpacks/${modPack}/preview?run=${run}${without.join('')}`;
}

/**
 * Leads to a preview of the same build with the first version of the modloader that a range names; null where it names
 * none.
 */
function previewWithLoader({ modPack, run }: BuiltFrom, range: string | null | undefined): string | null {
  const [version] = /\d[\w.+-]{0,40}/.exec(range ?? '') ?? [];
  return version === undefined
    ? null
    : `/modpacks/${modPack}/preview?run=${run}&modloaderVersion=${encodeURIComponent(version)}`;
}

/** Why a server did not start, what matters most first. */
export function Findings({
  findings,
  builtFrom,
}: {
  findings: readonly LogFinding[];
  builtFrom: BuiltFrom | null;
}) {
  const { logs } = useTexts();
  return (
    <Section title={logs.findings}>
      <Text role="status" c="dimmed" size="sm">
        {logs.found(findings.length)}
      </Text>
      {findings.length === 0 && <Empty title={logs.nothing} hint={logs.nothingHint} />}
      {findings.map((finding) => (
        <Finding
          key={`${finding.cause} ${finding.lines[0]?.number} ${finding.message}`}
          finding={finding}
          builtFrom={builtFrom}
        />
      ))}
    </Section>
  );
}

function Finding({ finding, builtFrom }: { finding: LogFinding; builtFrom: BuiltFrom | null }) {
  const { logs } = useTexts();
  const { cause, message, lines, suspects, act } = finding;
  const said = logs.cause(cause, message);
  const names = [...new Set(suspects.map(nameOf))];
  const step = useStep(finding, builtFrom);
  return (
    <Card withBorder component="article" aria-label={said}>
      <Stack gap="xs" align="stretch">
        <Title order={3} size="h5" className="log-words">
          {said}
        </Title>
        {said !== message && (
          <Text size="sm" c="dimmed" lang="en" className="log-words">
            {message}
          </Text>
        )}
        {act != null && (
          <Text size="sm" className="log-words">
            {logs.act(act, names[0] ?? null)}
          </Text>
        )}
        {step !== null && (
          <Group>
            <Button component={Link} href={step.href} size="xs" className="log-button">
              {step.label}
            </Button>
          </Group>
        )}
        {names.length > 0 && (
          <Text size="sm" className="log-words">
            {logs.suspects}: <span className="mono">{names.join(', ')}</span>
          </Text>
        )}
        <Text size="sm" component="div">
          {logs.lines}:
          <code className="block-code log-words">
            {lines.map(({ number, text }) => (
              <div key={number}>
                {number}: {text}
              </div>
            ))}
          </code>
        </Text>
      </Stack>
    </Card>
  );
}

/**
 * The step that the service can do itself: a preview without the first suspect, or with another version of the
 * modloader.
 */
function useStep({ act, suspects: [first] }: LogFinding, builtFrom: BuiltFrom | null) {
  const { logs } = useTexts();
  if (builtFrom === null) return null;
  if (act?.kind === 'DROP_MOD' && first?.file != null)
    return { href: previewWithout(builtFrom, [first.file]), label: logs.buildWithout(first.file) };
  const href = act?.kind === 'USE_LOADER' ? previewWithLoader(builtFrom, act.version) : null;
  return href === null ? null : { href, label: logs.buildWithLoader };
}

function nameOf({ file, modId, className }: LogFinding['suspects'][number]): string {
  return file ?? modId ?? className ?? '?';
}
