import { Alert, Button, Group, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { isNote } from '../../texts/notes.ts';
import { useTexts } from '../language/speech.ts';
import { previewWithout } from '../logs/findings.tsx';
import type { ServerPackFacts } from '../server-packs/server-pack.ts';
import { Problem } from '../ui/problems.tsx';
import type { ModPackFacts } from './mod-pack.ts';

/** Warnings about a jar that a server may be better off without. */
const mendedWithout = new Set([
  'SUSPICIOUS_MOD',
  'PLATFORMS_DIFFER',
  'DUPLICATE_MOD',
  'OTHER_MODLOADER',
  'NOT_A_JAR',
]);

/** What may keep the server from starting, and what is worth knowing beside that and what was left out. */
export function warningsOf(modPack: ModPackFacts, serverPack: ServerPackFacts | null) {
  const ofRun = modPack.runs.nodes.flatMap((run) => run.warnings);
  const own = serverPack?.warnings ?? ofRun;
  const findings = [
    ...own.filter((warning) => !warning.tellsOfLeftOut && !isNote(warning)),
    ...modPack.warnings.filter(({ code }) => mendedWithout.has(code)),
  ];
  const told = new Set(
    [...findings, ...own.filter((one) => one.tellsOfLeftOut)].map(({ message }) => message),
  );
  const others = [...own, ...modPack.warnings, ...(serverPack?.run.warnings ?? [])];
  // A server pack repeats some warnings of its run.
  const each = new Map(others.map((one) => [one.message, one]));
  return { findings, notes: [...each.values()].filter(({ message }) => !told.has(message)) };
}

/** What may keep the server from starting, each with its mend; nothing where nothing does. */
export function StartWarnings({
  modPack,
  serverPack,
}: {
  modPack: ModPackFacts;
  serverPack: ServerPackFacts | null;
}) {
  const { pack, logs } = useTexts();
  const { findings } = warningsOf(modPack, serverPack);
  if (findings.length === 0) return null;
  const builtFrom = serverPack && { modPack: modPack.databaseId, run: serverPack.run.databaseId };
  const mended = findings.filter(({ code, mod }) => mod !== null && mendedWithout.has(code));
  return (
    <Alert color="yellow" title={pack.mayNotStart}>
      <Stack gap="sm">
        <ul className="steps">
          {findings.map((finding, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and the list never changes.
            <li key={`${place} ${finding.code}`}>
              <Problem {...finding} />
              {builtFrom && finding.mod !== null && mended.includes(finding) && (
                <div>
                  <Button
                    component={Link}
                    href={previewWithout(builtFrom, [finding.mod])}
                    size="xs"
                    variant="default"
                    className="log-button"
                  >
                    {logs.buildWithout(finding.mod)}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
        {builtFrom && mended.length < findings.length && (
          <Group>
            <Button
              component={Link}
              href={`/modpacks/${builtFrom.modPack}/preview?run=${builtFrom.run}`}
              size="xs"
              variant="default"
            >
              {pack.change}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
