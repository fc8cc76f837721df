import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddressText } from '../ui/address-state.ts';
import { Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/states.tsx';

const Plots = lazy(() => import('./plots.tsx'));

const statisticsOf = operation(
  graphql(`
  query StatisticsOf($last: Int!) {
    statistics {
      days(last: $last) {
        date
        uploads
        downloads
        generated
        failed
        cancelled
        medianSeconds
        storedBytes
      }
      storedBytes
      storedFiles
      modPacksByStatus {
        status
        count
      }
      serverPacksByModloader(last: $last) {
        modloader
        count
      }
      serverPacksByGameVersion(last: $last) {
        gameVersion
        count
      }
    }
  }
`),
);

const spans = [7, 30, 90, 365] as const;

/** The service in figures, over a span that the address says. */
export default function StatisticsPage() {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const [given, setSpan] = useAddressText('days');
  const last = spans.find((span) => String(span) === given) ?? 30;
  const [{ data, error }, again] = useQuery({ query: statisticsOf, variables: { last } });
  const statistics = data?.statistics;
  return (
    <Page
      title={texts.title}
      actions={
        <SegmentedControl
          aria-label={texts.span}
          value={String(last)}
          onChange={setSpan}
          data={spans.map((span) => ({ value: String(span), label: texts.days(span) }))}
        />
      }
    >
      {error && statistics === undefined ? (
        <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
      ) : statistics === undefined ? (
        <Loading rows={12} />
      ) : (
        <Suspense fallback={<Loading rows={12} />}>
          <Section title={texts.stored}>
            <Facts
              facts={[
                [texts.stored, format.bytes(statistics.storedBytes)],
                [texts.files, format.number(statistics.storedFiles)],
              ]}
            />
          </Section>
          <Plots statistics={statistics} />
        </Suspense>
      )}
    </Page>
  );
}
