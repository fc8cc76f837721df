import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import type { StatisticsOfQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';

type Days = StatisticsOfQuery['statistics']['days'];

/** The two plots of the statistics, each with its figures as a table for those who do not see it. */
export default function Plots({ days }: { days: Days }) {
  const { statistics: texts } = useTexts();
  return (
    <>
      <Plot
        title={texts.activity}
        days={days}
        series={[
          { name: 'uploads', label: texts.uploads, color: 'teal.7' },
          { name: 'downloads', label: texts.downloads, color: 'blue.7' },
        ]}
      />
      <Plot
        title={texts.runs}
        days={days}
        isStacked
        series={[
          { name: 'generated', label: texts.succeeded, color: 'teal.7' },
          { name: 'failed', label: texts.failed, color: 'red.7' },
          { name: 'cancelled', label: texts.cancelled, color: 'gray.6' },
        ]}
      />
    </>
  );
}

interface Series {
  name: Exclude<keyof Days[number], 'date'>;
  label: string;
  color: string;
}

function Plot({
  title,
  days,
  isStacked = false,
  series,
}: {
  title: string;
  days: Days;
  isStacked?: boolean;
  series: Series[];
}) {
  const { statistics: texts } = useTexts();
  const format = useFormat();
  const rows = days.map((day) => ({ ...day, date: format.day(day.date) }));
  const common = {
    h: '100%',
    data: rows,
    dataKey: 'date',
    withLegend: true,
    // Counts are whole numbers.
    yAxisProps: { allowDecimals: false },
    series,
  };
  return (
    <Section title={title}>
      <div className="plot" aria-hidden="true">
        {isStacked ? (
          <BarChart {...common} type="stacked" barChartProps={{ accessibilityLayer: false }} />
        ) : (
          <AreaChart {...common} curveType="monotone" areaChartProps={{ accessibilityLayer: false }} />
        )}
      </div>
      <details>
        <summary>{texts.table}</summary>
        <Table
          data={{
            head: [texts.date, ...series.map(({ label }) => label)],
            body: rows.map((row) => [row.date, ...series.map(({ name }) => format.number(row[name]))]),
          }}
        />
      </details>
    </Section>
  );
}
