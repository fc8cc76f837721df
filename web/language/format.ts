import { useContext } from 'react';
import { bytes } from '../../texts/text.ts';
import { SpeechContext } from './speech.ts';

/** Figures and dates as a language writes them. */
export interface Format {
  number(value: number): string;
  /** A figure with its sign. */
  signed(value: number): string;
  /** A figure of which only the first two digits are worth saying. */
  roughly(value: number): string;
  /** A share of 1. */
  percent(value: number): string;
  bytes(value: number): string;
  dateTime(value: string | number | Date): string;
  time(value: string | number | Date): string;
  day(value: string): string;
  /** The time passed, in the largest unit that fits. */
  ago(value: string): string;
  seconds(value: number): string;
}

const formats = new Map<string, Format>();

/** Formatters are slow to make, and rows of long lists need them at once. */
function formatOf(language: string, units: readonly string[]): Format {
  const format = formats.get(language) ?? createFormat(language, units);
  formats.set(language, format);
  return format;
}

function createFormat(language: string, units: readonly string[]): Format {
  const number = new Intl.NumberFormat(language);
  const sign = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' });
  const rough = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const spans = {
    second: new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }),
    minute: new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'minute',
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }),
    hour: new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'hour',
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }),
  };
  return {
    number: (value) => number.format(value),
    signed: (value) => sign.format(value),
    roughly: (value) => rough.format(value),
    percent: (value) => percent.format(value),
    bytes: (value) => bytes(value, { units, language }),
    dateTime: (value) => dateTime.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    day: (value) => day.format(new Date(value)),
    ago(value) {
      const seconds = (new Date(value).getTime() - Date.now()) / 1000;
      const steps = [
        ['day', 86_400],
        ['hour', 3_600],
        ['minute', 60],
      ] as const;
      const [unit, size] = steps.find(([, one]) => Math.abs(seconds) >= one) ?? (['second', 1] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
    seconds(value) {
      if (value < 90) return spans.second.format(Math.ceil(value));
      return value < 5_400 ? spans.minute.format(value / 60) : spans.hour.format(value / 3_600);
    },
  };
}

/** Figures and dates in the language of the page. */
export function useFormat(): Format {
  const { language, texts } = useContext(SpeechContext);
  return formatOf(language, texts.word.units);
}
