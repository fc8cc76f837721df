import { Alert, Badge, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Change } from '../../client/gql/schema.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddress } from '../ui/address-state.ts';
import { Page, Section } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { usePlace } from '../ui/place.ts';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import {
  type ComparisonFacts,
  countsText,
  type ModDifference,
  useComparison,
  useFileDifferences,
  useModDifferences,
} from './comparison.ts';
import { PackPicker } from './pack-picker.tsx';

/**
 * The page of changes from one server pack to another, named by the address. Without the first: from the version before
 * in the line.
 */
export default function ComparePage() {
  const { compare } = useTexts();
  const { get, change } = useAddress();
  const [first, second] = [get('first'), get('second')];
  const choose = (numbers: { first?: string; second?: string }) =>
    change({ after: '', before: '', ...numbers });
  return (
    <Page title={compare.title}>
      {!isNumber(second) || (first !== '' && !isNumber(first)) ? (
        <Empty title={compare.choose} />
      ) : (
        <Comparison
          key={`${first} ${second}`}
          first={first === '' ? null : Number(first)}
          second={Number(second)}
        />
      )}
      <details open={second === '' || undefined}>
        <summary>{compare.others}</summary>
        <div className="toolbar">
          <PackPicker
            label={compare.first}
            placeholder={compare.versionBefore}
            value={first}
            onChange={(number) => choose({ first: number })}
          />
          <PackPicker
            label={compare.second}
            value={second}
            onChange={(number) => choose({ second: number })}
          />
        </div>
      </details>
    </Page>
  );
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}

function Comparison({ first, second }: { first: number | null; second: number }) {
  const { compare } = useTexts();
  const format = useFormat();
  const { comparison, isZip, error, retry } = useComparison(first, second);
  if (error) return <Failure error={error} retry={retry} />;
  if (comparison === undefined) return <Loading />;
  if (!isZip) return <Empty title={compare.onlyZips} />;
  if (comparison === null) return <Empty title={first === null ? compare.noneBefore : compare.oneMissing} />;
  const numbers = { first: comparison.first.databaseId, second: comparison.second.databaseId };
  return (
    <>
      <Text size="lg">
        {compare.sentence(
          comparison.first.modPack.title,
          comparison.second.modPack.title,
          countsText(comparison.modCounts, compare, format),
        )}
      </Text>
      <Acts acts={comparison.acts} />
      <Settings comparison={comparison} />
      <Mods comparison={comparison} {...numbers} />
      <Files {...numbers} />
    </>
  );
}

function Acts({ acts }: Pick<ComparisonFacts, 'acts'>) {
  const { compare } = useTexts();
  if (acts.length === 0) return null;
  return (
    <Alert title={compare.toDo}>
      <ul className="steps">
        {acts.map((act) => (
          <li key={`${act.kind} ${act.mod}`}>{compare.act(act)}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Settings({ comparison: { settings, first, second } }: { comparison: ComparisonFacts }) {
  const { compare, word } = useTexts();
  const names: Readonly<Record<string, string>> = compare.setting;
  if (settings.length === 0) return null;
  return (
    <Section title={compare.settings}>
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
            {settings.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Th scope="row">{names[row.name] ?? row.name}</Table.Th>
                <Table.Td>{row.first || word.none}</Table.Td>
                <Table.Td>{row.second || word.none}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollX>
    </Section>
  );
}

function PackHeader({ pack }: { pack: ComparisonFacts['first'] }) {
  return (
    <Table.Th>
      <Link href={`/serverpacks/${pack.databaseId}`} className="two-lines" title={pack.modPack.title}>
        {pack.modPack.title}
      </Link>
    </Table.Th>
  );
}

interface Compared {
  first: number;
  second: number;
}

function Mods({ comparison: { modCounts }, first, second }: { comparison: ComparisonFacts } & Compared) {
  const { compare } = useTexts();
  const { items, isDone } = useModDifferences(first, second);
  const lists: [Change, number][] = [
    ['UPDATED', modCounts.updated],
    ['ADDED', modCounts.added],
    ['REMOVED', modCounts.removed],
    ['RENAMED', modCounts.renamed],
  ];
  const shown = lists.filter(([, count]) => count > 0);
  return (
    <div className="columns">
      {shown.map(([change, count]) => (
        <Section key={change} title={`${compare.mods}: ${compare.change[change]} (${count})`}>
          <ul className="steps">
            {items
              .filter((mod) => mod.change === change)
              .map((mod) => (
                <ModRow key={mod.secondFile ?? mod.firstFile} mod={mod} />
              ))}
          </ul>
          {!isDone && <Loading />}
        </Section>
      ))}
    </div>
  );
}

function ModRow({ mod }: { mod: ModDifference }) {
  const { compare } = useTexts();
  const { name, isByRequest, firstFile, firstVersion, secondFile, secondVersion } = mod;
  const versions = [firstVersion, secondVersion].filter((version) => version != null);
  const files = [...new Set([firstFile, secondFile])].filter((file) => file != null);
  return (
    <li>
      {name} <span className="dim">{[...new Set(versions)].join(' → ')}</span>{' '}
      {isByRequest && <Badge variant="light">{compare.byRequest}</Badge>}
      <div className="dim mono">{files.join(' → ')}</div>
    </li>
  );
}

function Files({ first, second }: Compared) {
  const { compare } = useTexts();
  const { variables, waysOf } = usePlace(25);
  const files = useFileDifferences(first, second, variables);
  if (files === undefined) return <Loading />;
  if (files.totalCount === 0) return null;
  return (
    <Section title={`${compare.files} (${files.totalCount})`}>
      <ul className="steps">
        {files.nodes.map((file) => (
          <li key={file.path}>
            {compare.change[file.change]}{' '}
            <span className="mono">
              {file.formerPath !== null && `${file.formerPath} → `}
              {file.path}
            </span>
            {file.text !== null && file.text !== '' && (
              <details>
                <summary>{compare.lines}</summary>
                <pre className="block-code">{file.text}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      <Paging {...waysOf(files.pageInfo)} />
    </Section>
  );
}
