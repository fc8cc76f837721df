import { Anchor, Badge, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { countsText, useCounts } from '../server-packs/comparison.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Paging } from '../ui/paging.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { Following } from './following.tsx';
import { firstVersions, type LineFacts, useLine } from './line.ts';
import { PinButton } from './pin-button.tsx';

/** The versions of a line, the newest first: what each is called, when it came, and what changed with it. */
export function Versions({ line: name, shown }: { line: string; shown: string }) {
  const { line: texts } = useTexts();
  const [wanted, setWanted] = useState(firstVersions);
  const { value: line, retry } = useLine(name, wanted);
  if (!line) return null;
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = line.versions.pageInfo;
  const last = line.versions.nodes.at(-1);
  return (
    <Stack gap="sm">
      <Rows label={texts.versions}>
        {line.versions.nodes.map(({ offeredServerPack: serverPack, ...modPack }) => (
          <Row
            key={modPack.id}
            href={`/modpacks/${modPack.databaseId}`}
            isOpen={modPack.id === shown}
            name={modPack.title}
            time={modPack.createdAt}
          >
            {modPack.withdrawnAt != null && (
              <Badge variant="light" color="red">
                {texts.withdrawn}
              </Badge>
            )}
            {line.pinned?.id === modPack.id && <Badge variant="light">{texts.pinned}</Badge>}
            {serverPack !== null && (modPack.id !== last?.id || hasNextPage) && (
              <Changes serverPack={serverPack.databaseId} />
            )}
            {line.mayChange && (
              <PinButton
                line={line.name}
                modPack={{ id: modPack.id, name: modPack.title }}
                isPinned={line.pinned?.id === modPack.id}
                onChange={retry}
              />
            )}
          </Row>
        ))}
      </Rows>
      <Paging
        previous={hasPreviousPage ? () => setWanted({ before: startCursor, after: null }) : null}
        next={hasNextPage ? () => setWanted({ before: null, after: endCursor }) : null}
      />
      <details>
        <summary>{texts.more}</summary>
        <LineMore line={line} />
      </details>
    </Stack>
  );
}

/** What changed since the version before, in one line that leads to all of it. */
function Changes({ serverPack }: { serverPack: number }) {
  const { compare, line } = useTexts();
  const format = useFormat();
  const counts = useCounts(serverPack);
  return (
    <Anchor component={Link} href={`/compare?second=${serverPack}`} size="sm">
      {counts === null ? line.changes : countsText(counts, compare, format)}
    </Anchor>
  );
}

/** The addresses of a line, what it changes about each version, and how new ones come. */
function LineMore({ line }: { line: LineFacts }) {
  const texts = useTexts();
  const format = useFormat();
  const { overrides } = line;
  const address = `${location.origin}/lines/${line.name}/latest/download`;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [
            texts.line.address,
            <span key="address">
              <span className="mono">{address}</span>{' '}
              <CopyButton value={address} label={texts.line.address} />
            </span>,
          ],
          [texts.word.source, line.platform && `${texts.source[line.platform]}, ${line.projectID}`],
          [texts.word.downloads, format.number(line.downloads)],
          [texts.word.clientMods, overrides.clientMods.join(', ')],
          [texts.word.whitelist, overrides.whitelistedMods.join(', ')],
          [texts.files.added, overrides.addedMods.join(', ')],
          [texts.line.includeFiles, overrides.includeFiles.join(', ')],
          [texts.line.excludeFiles, overrides.excludeFiles.join(', ')],
        ]}
      />
      <Following line={line} />
    </Stack>
  );
}
