import { Badge, Table } from '@mantine/core';
import { Link } from 'wouter';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { DownloadButton } from '../packs/download-button.tsx';
import { PackName } from '../packs/pack-name.tsx';
import { useAddress } from '../ui/address-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { QuarantineNote } from '../ui/quarantine-note.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading, NotFound } from '../ui/states.tsx';
import { Following } from './following.tsx';
import { type LineFacts, useLine } from './line.ts';
import { PinButton } from './pin-button.tsx';

/** The versions of one pack, the newest first, and what the line hands out. */
export default function LinePage({ name }: { name: string }) {
  const { line: texts } = useTexts();
  const { get, change } = useAddress();
  const wanted = { after: get('after') || null, before: get('before') || null };
  const { line, error, retry } = useLine(name, wanted);
  if (error) return <Failure error={error} retry={retry} />;
  if (line === undefined) return <Loading rows={10} />;
  if (line === null) return <NotFound />;
  const isQuarantined = line.latest?.modPack.scan?.quarantined === true;
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = line.versions.pageInfo;
  return (
    <Page
      title={line.latest === null ? line.name : line.latest.modPack.title}
      lead={texts.lead(line.name)}
      actions={line.latest !== null && !isQuarantined && <DownloadButton href={line.latest.downloadUrl} />}
    >
      {isQuarantined && <QuarantineNote />}
      <Section title={texts.versions}>
        {line.versions.nodes.length === 0 ? (
          <Empty title={texts.none} />
        ) : (
          <Versions line={line} onPin={retry} />
        )}
        <Paging
          previous={hasPreviousPage ? () => change({ before: startCursor ?? '', after: '' }) : null}
          next={hasNextPage ? () => change({ after: endCursor ?? '', before: '' }) : null}
        />
      </Section>
      <Following line={line} />
      <LineFactsList line={line} />
    </Page>
  );
}

function Versions({ line, onPin }: { line: LineFacts; onPin: () => void }) {
  const { line: texts, word, modloader } = useTexts();
  const format = useFormat();
  return (
    <ScrollX label={texts.versions}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word.modPack}</Table.Th>
            <Table.Th>{word.serverPack}</Table.Th>
            <Table.Th>{word.gameVersion}</Table.Th>
            <Table.Th>{word.modloader}</Table.Th>
            <Table.Th>{texts.java}</Table.Th>
            <Table.Th>{word.downloads}</Table.Th>
            <Table.Th>{word.votes}</Table.Th>
            <Table.Th>{word.created}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {line.versions.nodes.map(({ offeredServerPack: serverPack, ...modPack }, index, { length }) => (
            <Table.Tr key={modPack.id}>
              <Table.Td>
                <PackName href={`/modpacks/${modPack.databaseId}`} name={modPack.title} />{' '}
                {modPack.withdrawnAt != null && (
                  <Badge variant="light" color="red">
                    {texts.withdrawn}
                  </Badge>
                )}
                {line.pinned?.id === modPack.id && <Badge variant="light">{texts.pinned}</Badge>}
                {line.mayChange && (
                  <PinButton
                    line={line.name}
                    modPack={{ id: modPack.id, name: modPack.title }}
                    isPinned={line.pinned?.id === modPack.id}
                    onChange={onPin}
                  />
                )}
              </Table.Td>
              <Table.Td>
                {serverPack === null ? (
                  word.none
                ) : (
                  <>
                    <Link href={`/serverpacks/${serverPack.databaseId}`}>
                      {word.serverPackN(serverPack.databaseId)}
                    </Link>{' '}
                    {(index < length - 1 || line.versions.pageInfo.hasNextPage) && (
                      <Link href={`/compare?second=${serverPack.databaseId}`}>{texts.changes}</Link>
                    )}
                  </>
                )}
              </Table.Td>
              <Table.Td>{serverPack?.run.configuration.gameVersion}</Table.Td>
              <Table.Td>
                {serverPack !== null &&
                  `${modloader[serverPack.run.configuration.modloader]} ${serverPack.run.configuration.modloaderVersion}`}
              </Table.Td>
              <Table.Td>{serverPack?.javaVersion}</Table.Td>
              <Table.Td>{format.number(modPack.downloads)}</Table.Td>
              <Table.Td>{format.signed(modPack.confirmedWorking)}</Table.Td>
              <Table.Td>
                <time dateTime={modPack.createdAt} title={format.dateTime(modPack.createdAt)}>
                  {format.ago(modPack.createdAt)}
                </time>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}

function LineFactsList({ line }: { line: LineFacts }) {
  const texts = useTexts();
  const format = useFormat();
  const { overrides } = line;
  const address = `${location.origin}/lines/${line.name}/latest/download`;
  return (
    <Section title={texts.serverPack.facts}>
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
          [texts.word.modloader, line.modloader && texts.modloader[line.modloader]],
          [texts.word.downloads, format.number(line.downloads)],
          [texts.word.votes, format.signed(line.confirmedWorking)],
          [texts.word.clientMods, overrides.clientMods.join(', ')],
          [texts.word.whitelist, overrides.whitelistedMods.join(', ')],
          [texts.line.includeFiles, overrides.includeFiles.join(', ')],
          [texts.line.excludeFiles, overrides.excludeFiles.join(', ')],
        ]}
      />
    </Section>
  );
}
