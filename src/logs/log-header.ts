/** The level that a program gives a line; null without one, for example in a stack trace. */
export type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';

/**
 * A line without its header of time, thread, level and logger, in the forms of log4j, old Forge, hybrids and
 * Multicraft.
 */
export interface HeadedLine {
  level: LogLevel | null;
  /** Name of the logger; empty without one. */
  logger: string;
  message: string;
  /** Whether the line has a header. Lines without one belong to the previous line, or bypassed the logger. */
  isHeaded: boolean;
}

const levels: Readonly<Record<string, LogLevel>> = {
  TRACE: 'DEBUG',
  DEBUG: 'DEBUG',
  FINEST: 'DEBUG',
  FINER: 'DEBUG',
  FINE: 'DEBUG',
  CONFIG: 'DEBUG',
  INFO: 'INFO',
  WARN: 'WARN',
  WARNING: 'WARN',
  ERROR: 'ERROR',
  SEVERE: 'ERROR',
  FATAL: 'ERROR',
};
const level = `(${Object.keys(levels)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`;

/** Headers with the level in brackets; also searched inside lines, to find a prefix. */
export const bracketedHeader = `(?:\\[[^\\]]{0,40}\\d{1,2}:\\d\\d:\\d\\d[^\\]]{0,12}\\] ?)?\\[[^\\][]{1,80}\\/${level}\\]`;
const shortHeader = `\\[\\d\\d:\\d\\d:\\d\\d ${level}\\]`;
const datedHeader = `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})? \\[${level}\\]`;
const bareHeader = `(?:[A-Za-z][\\w-]{0,30}(?: [\\w#-]{1,20}){0,3})\\/${level}(?= )`;
/** All headers, for a search inside a line. */
export const anyHeader = `${bracketedHeader}|${shortHeader}|${datedHeader}|${bareHeader}`;

const forms = [
  new RegExp(`^${bracketedHeader}(?: ?[[(]([^\\])]{0,120})[\\])])?:? ?`),
  new RegExp(`^${shortHeader}:? ?(?:\\[([^\\]]{1,80})\\]:? ?)?`),
  new RegExp(`^${datedHeader} ?(?:\\[([^\\]]{1,80})\\] ?)?`),
  new RegExp(`^${bareHeader} ?(?:\\[([^\\]]{0,120})\\]:? ?)?`),
  new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d[.,]\\d{1,9} \\S{1,60} ${level} `),
];
/** A word of Multicraft before lines without a header, which says nothing about the level. */
const bareLevel = /^(?:INFO|WARN|ERROR|SEVERE) (?=\S)/;
/** A mark of Forge that names the code that bypassed the logger. */
const printedBy = /^\[[\w.$]{1,200}:[\w$<>]{1,100}:-?\d{1,6}\]: ?/;
const pastTheLogger = /^(?:STDERR|STDOUT)/;

/** Removes the header of a line. Time grows with the length of the line's first 300 characters. */
export function readHeader(text: string): HeadedLine {
  const first = text.charCodeAt(0);
  const mayHaveHeader = first === 91 || (first >= 48 && first <= 57) || (first >= 65 && first <= 122);
  if (mayHaveHeader) {
    for (const form of forms) {
      const match = form.exec(text);
      if (match === null) continue;
      const [whole, name = '', logger = ''] = match;
      const message = text.slice(whole.length);
      return pastTheLogger.test(logger)
        ? { level: null, logger, message: message.replace(printedBy, ''), isHeaded: true }
        : { level: levels[name] ?? null, logger, message, isHeaded: true };
    }
  }
  return { level: null, logger: '', message: text.replace(bareLevel, ''), isHeaded: false };
}
