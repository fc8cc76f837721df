import { Table } from '@mantine/core';
import { useClient, useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql, type StoredPacksQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { deleteModPack } from '../packs/owner-panel.tsx';
import { PackName } from '../packs/pack-name.tsx';
import { ConfirmButton } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import { Section } from '../ui/page.tsx';
import { Paging } from '../ui/paging.tsx';
import { usePlace } from '../ui/place.ts';
import { ScrollX } from '../ui/scroll-x.tsx';
import { Empty, Failure, Loading } from '../ui/states.tsx';

const storedPacks = operation(
  graphql(`
  query StoredPacks($first: Int, $after: String, $last: Int, $before: String) {
    statistics {
      storedBytes
    }
    administration {
      freeBytes
      storage(first: $first, after: $after, last: $last, before: $before) {
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
        nodes {
          id
          databaseId
          title
          storage {
            uploadedBytes
            fetchedBytes
            builtBytes
            bytes
          }
        }
      }
    }
  }
`),
);

type Stored = NonNullable<StoredPacksQuery['administration']>['storage']['nodes'][number];

/** What each modpack keeps stored, the largest first, with the way to delete it. */
export function Storage() {
  const { admin } = useTexts();
  const format = useFormat();
  const { variables, waysOf } = usePlace(25);
  const [{ data, error }, again] = useQuery({ query: storedPacks, variables });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const administration = data?.administration ?? undefined;
  if (data === undefined || administration === undefined)
    return error ? <Failure error={error} retry={refresh} /> : <Loading />;
  const { freeBytes, storage } = administration;
  return (
    <Section title={admin.byPack}>
      <Facts
        facts={[
          [admin.allStored, format.bytes(data.statistics.storedBytes)],
          [admin.free, format.bytes(freeBytes)],
        ]}
      />
      {storage.nodes.length === 0 ? (
        <Empty title={admin.nothingStored} />
      ) : (
        <StoredTable stored={storage.nodes} deleted={refresh} />
      )}
      <Paging {...waysOf(storage.pageInfo)} />
    </Section>
  );
}

function StoredTable({ stored, deleted }: { stored: readonly Stored[]; deleted(): void }) {
  const { admin, word, modPack: texts } = useTexts();
  const format = useFormat();
  const client = useClient();
  const remove = async (modPack: string) => {
    const { data, error } = await client.mutation(deleteModPack, { modPack }).toPromise();
    const refusal = refusalIn(data?.deleteModPack, error);
    if (refusal === null) deleted();
    return refusal;
  };
  return (
    <ScrollX label={admin.byPack}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word.modPack}</Table.Th>
            <Table.Th>{admin.stored}</Table.Th>
            <Table.Th>{admin.uploaded}</Table.Th>
            <Table.Th>{admin.fetched}</Table.Th>
            <Table.Th>{admin.built}</Table.Th>
            <Table.Th>{admin.act}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stored.map(({ id, databaseId, title, storage }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <PackName href={`/modpacks/${databaseId}`} name={title} />
              </Table.Td>
              <Table.Td>{storage && format.bytes(storage.bytes)}</Table.Td>
              <Table.Td>{storage && format.bytes(storage.uploadedBytes)}</Table.Td>
              <Table.Td>{storage && format.bytes(storage.fetchedBytes)}</Table.Td>
              <Table.Td>{storage && format.bytes(storage.builtBytes)}</Table.Td>
              <Table.Td>
                <ConfirmButton
                  label={texts.delete}
                  title={texts.deleteTitle(title)}
                  text={texts.deleteText}
                  confirm={() => remove(id)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollX>
  );
}
