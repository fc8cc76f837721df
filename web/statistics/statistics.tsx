import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { useAddressText } from '../ui/address-state.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';

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
      }
    }
  }
`),
);

const spans = [30, 90, 365] as const;
/** A curve over fewer days says nothing. */
const fewestDays = 7;

/** The service in three figures and two plots, over a span that the address says. */
export function Statistics() {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const [given, setSpan] = useAddressText('days');
  const last = spans.find((span) => String(span) === given) ?? 30;
  const [{ data, error }, again] = useQuery({ query: statisticsOf, variables: { last } });
  if (error && data === undefined)
    return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />;
  if (data === undefined) return <Loading rows={12} />;
  const { days } = data.statistics;
  const first = days.findIndex(({ uploads, downloads }) => uploads + downloads > 0);
  const figures = [
    [texts.uploads, days.reduce((sum, day) => sum + day.uploads, 0)],
    [texts.built, days.reduce((sum, day) => sum + day.generated, 0)],
    [texts.downloads, days.reduce((sum, day) => sum + day.downloads, 0)],
  ] as const;
  return (
    <>
      <SegmentedControl
        aria-label={texts.span}
        value={String(last)}
        onChange={setSpan}
        data={spans.map((span) => ({ value: String(span), label: texts.days(span) }))}
      />
      <dl className="figures">
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      {first === -1 || days.length - first < fewestDays ? (
        <Empty title={texts.tooFewDays(fewestDays)} />
      ) : (
        <Suspense fallback={<Loading rows={12} />}>
          <Plots days={days} />
        </Suspense>
      )}
    </>
  );
}
