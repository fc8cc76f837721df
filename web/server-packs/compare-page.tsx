import { Button, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTexts } from '../texts/language.ts';
import { useAddress } from '../ui/address-state.ts';
import { Page, Section } from '../ui/page.tsx';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { compareMods, compareSettings, type HeldMod } from './differences.ts';
import { useHeldMods } from './held-mods.ts';
import { PackPicker } from './pack-picker.tsx';
import { type ServerPackFacts, useServerPack } from './server-pack.ts';

/** Two server packs beside each other; the address says which. */
export default function ComparePage() {
  const { compare } = useTexts();
  const { get, change } = useAddress();
  const [first, second] = [get('first'), get('second')];
  return (
    <Page title={compare.title} lead={compare.lead}>
      <div className="toolbar">
        <PackPicker label={compare.first} value={first} onChange={(number) => change({ first: number })} />
        <PackPicker label={compare.second} value={second} onChange={(number) => change({ second: number })} />
        {first !== '' && second !== '' && (
          <Button variant="default" onClick={() => change({ first: second, second: first })}>
            {compare.swap}
          </Button>
        )}
      </div>
      {first === '' || second === '' ? (
        <Empty title={compare.choose} />
      ) : (
        <Comparison key={`${first} ${second}`} first={first} second={second} />
      )}
    </Page>
  );
}

function Comparison({ first, second }: { first: string; second: string }) {
  const { compare } = useTexts();
  const one = useServerPack(Number(first));
  const other = useServerPack(Number(second));
  const error = one.error ?? other.error;
  if (error) return <Failure error={error} retry={one.retry} />;
  if (one.serverPack === null) return <Empty title={compare.missing(first)} />;
  if (other.serverPack === null) return <Empty title={compare.missing(second)} />;
  if (one.serverPack === undefined || other.serverPack === undefined) return <Loading />;
  return (
    <>
      <Settings first={one.serverPack} second={other.serverPack} />
      <Mods first={one.serverPack} second={other.serverPack} />
    </>
  );
}

function Settings({ first, second }: { first: ServerPackFacts; second: ServerPackFacts }) {
  const { compare, word, modloader } = useTexts();
  const differences = compareSettings(first.runConfiguration, second.runConfiguration);
  const names = { ...word, whitelistedMods: word.whitelist };
  const shown = (setting: string, value: string) =>
    setting === 'modloader' && value in modloader
      ? modloader[value as keyof typeof modloader]
      : value || word.none;
  return (
    <Section title={compare.settings}>
      {differences.length === 0 ? (
        <Text>{compare.sameSettings}</Text>
      ) : (
        <ScrollX label={compare.settings}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{compare.settings}</Table.Th>
                <PackHeader pack={first} />
                <PackHeader pack={second} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((row) => (
                <Table.Tr key={row.setting}>
                  <Table.Th scope="row">{names[row.setting]}</Table.Th>
                  <Table.Td>{shown(row.setting, row.first)}</Table.Td>
                  <Table.Td>{shown(row.setting, row.second)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollX>
      )}
    </Section>
  );
}

function PackHeader({ pack }: { pack: ServerPackFacts }) {
  const { word } = useTexts();
  return (
    <Table.Th>
      <Link href={`/serverpacks/${pack.databaseId}`}>{word.serverPackN(pack.databaseId)}</Link>
      <Text size="xs" c="dimmed">
        {pack.modPack.name}
      </Text>
    </Table.Th>
  );
}

function Mods({ first, second }: { first: ServerPackFacts; second: ServerPackFacts }) {
  const { compare } = useTexts();
  const one = useHeldMods(first);
  const other = useHeldMods(second);
  if (!one.isDone || !other.isDone) {
    return (
      <Section title={compare.mods}>
        <Text role="status">{compare.reading}</Text>
        <Loading />
      </Section>
    );
  }
  const { added, removed, changed } = compareMods(one.mods, other.mods);
  if (added.length + removed.length + changed.length === 0) {
    return (
      <Section title={compare.mods}>
        <Text>{compare.same}</Text>
      </Section>
    );
  }
  return (
    <div className="columns">
      <ModList title={compare.added} mods={added} />
      <ModList title={compare.removed} mods={removed} />
      <Section title={`${compare.changed} (${changed.length})`}>
        <ul className="steps">
          {changed.map((change) => (
            <li key={change.second.file}>
              {change.name}
              <div className="dim mono">
                {change.first.file} → {change.second.file}
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function ModList({ title, mods }: { title: string; mods: readonly HeldMod[] }) {
  return (
    <Section title={`${title} (${mods.length})`}>
      <ul className="steps">
        {mods.map((mod) => (
          <li key={mod.file}>
            {mod.name} <span className="dim">{mod.version}</span>
            <div className="dim mono">{mod.file}</div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
