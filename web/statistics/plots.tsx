import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Table, Text } from '@mantine/core';
import type { StatisticsOfQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';

type Statistics = StatisticsOfQuery['statistics'];

/** The plots of the statistics, each with its figures as a table for those who do not see it. */
export default function Plots({ statistics }: { statistics: Statistics }) {
  const texts = useTexts();
  const { statistics: own } = texts;
  return (
    <>
      <Activity days={statistics.days} />
      <Runs days={statistics.days} />
      <div className="columns">
        <Durations days={statistics.days} />
        <StoredBytes days={statistics.days} />
      </div>
      <div className="columns">
        <Counts
          title={own.byModloader}
          rows={statistics.serverPacksByModloader.map(({ modloader, count }) => [
            texts.modloader[modloader],
            count,
          ])}
        />
        <Counts
          title={own.byGameVersion}
          rows={statistics.serverPacksByGameVersion.slice(0, 15).map((row) => [row.gameVersion, row.count])}
        />
        <Counts
          title={own.byStatus}
          rows={statistics.modPacksByStatus.map(({ status, count }) => [texts.status[status], count])}
        />
      </div>
    </>
  );
}

/** Counts are whole numbers. */
const whole = { allowDecimals: false };

function Activity({ days }: { days: Statistics['days'] }) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const rows = days.map(({ date, uploads, downloads }) => ({ date: format.day(date), uploads, downloads }));
  return (
    <Section title={texts.activity}>
      <div className="plot" aria-hidden="true">
        <AreaChart
          h="100%"
          data={rows}
          dataKey="date"
          withLegend
          yAxisProps={whole}
          curveType="monotone"
          areaChartProps={{ accessibilityLayer: false }}
          series={[
            { name: 'uploads', label: texts.uploads, color: 'teal.7' },
            { name: 'downloads', label: texts.downloads, color: 'blue.7' },
          ]}
        />
      </div>
      <Figures
        head={[texts.date, texts.uploads, texts.downloads]}
        rows={rows.map((row) => [row.date, format.number(row.uploads), format.number(row.downloads)])}
      />
    </Section>
  );
}

function Runs({ days }: { days: Statistics['days'] }) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const rows = days.map(({ date, generated, failed, cancelled }) => ({
    date: format.day(date),
    generated,
    failed,
    cancelled,
  }));
  return (
    <Section title={texts.runs}>
      <div className="plot" aria-hidden="true">
        <BarChart
          h="100%"
          data={rows}
          dataKey="date"
          type="stacked"
          withLegend
          yAxisProps={whole}
          barChartProps={{ accessibilityLayer: false }}
          series={[
            { name: 'generated', label: texts.succeeded, color: 'teal.7' },
            { name: 'failed', label: texts.failed, color: 'red.7' },
            { name: 'cancelled', label: texts.cancelled, color: 'gray.6' },
          ]}
        />
      </div>
      <Figures
        head={[texts.date, texts.succeeded, texts.failed, texts.cancelled]}
        rows={rows.map((row) => [
          row.date,
          format.number(row.generated),
          format.number(row.failed),
          format.number(row.cancelled),
        ])}
      />
    </Section>
  );
}

function Durations({ days }: { days: Statistics['days'] }) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const rows = days.map(({ date, medianSeconds }) => ({ date, value: medianSeconds ?? null }));
  return <Curve title={texts.durations} label={texts.median} rows={rows} write={format.seconds} />;
}

function StoredBytes({ days }: { days: Statistics['days'] }) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const rows = days.map(({ date, storedBytes }) => ({ date, value: storedBytes }));
  return <Curve title={texts.storage} label={texts.stored} rows={rows} write={format.bytes} />;
}

function Curve({
  title,
  label,
  rows,
  write,
}: {
  title: string;
  label: string;
  /** A day without a value has a gap. */
  rows: readonly { date: string; value: number | null }[];
  write(value: number): string;
}) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  return (
    <Section title={title}>
      <div className="plot" aria-hidden="true">
        <AreaChart
          h="100%"
          data={rows.map(({ date, value }) => ({ date: format.day(date), value }))}
          dataKey="date"
          valueFormatter={write}
          yAxisProps={{ width: 80, allowDecimals: false }}
          connectNulls={false}
          areaChartProps={{ accessibilityLayer: false }}
          series={[{ name: 'value', label, color: 'teal.7' }]}
        />
      </div>
      <Figures
        head={[texts.date, label]}
        rows={rows.map(({ date, value }) => [format.day(date), value === null ? '–' : write(value)])}
      />
    </Section>
  );
}

function Counts({
  title,
  rows,
}: {
  title: string;
  rows: readonly (readonly [name: string, count: number])[];
}) {
  const { statistics: texts, word } = useTexts();
  const format = useFormat();
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <Text c="dimmed">{texts.empty}</Text>
      ) : (
        <>
          <div className="plot" aria-hidden="true">
            <BarChart
              h="100%"
              data={rows.map(([name, count]) => ({ name, count }))}
              dataKey="name"
              yAxisProps={whole}
              barChartProps={{ accessibilityLayer: false }}
              series={[{ name: 'count', label: texts.count, color: 'teal.7' }]}
            />
          </div>
          <Figures
            head={[word.name, texts.count]}
            rows={rows.map(([name, count]) => [name, format.number(count)])}
          />
        </>
      )}
    </Section>
  );
}

function Figures({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { statistics: texts } = useTexts();
  return (
    <details>
      <summary>{texts.table}</summary>
      <Table data={{ head: [...head], body: rows.map((row) => [...row]) }} />
    </details>
  );
}
