import '@mantine/charts/styles.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { Table } from '@mantine/core';
import type { StatisticsOfQuery } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { Section } from '../ui/page.tsx';

type Days = StatisticsOfQuery['statistics']['days'];

/** The plots of the statistics, each with its figures as a table for those who do not see it. */
export default function Plots({ days }: { days: Days }) {
  return (
    <>
      <Activity days={days} />
      <Runs days={days} />
    </>
  );
}

/** Counts are whole numbers. */
const whole = { allowDecimals: false };

function Activity({ days }: { days: Days }) {
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

function Runs({ days }: { days: Days }) {
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

function Figures({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { statistics: texts } = useTexts();
  return (
    <details>
      <summary>{texts.table}</summary>
      <Table data={{ head: [...head], body: rows.map((row) => [...row]) }} />
    </details>
  );
}
