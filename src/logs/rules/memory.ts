import type { LogRule, RuleFinding } from '../log-rule.ts';

const report =
  (message: string, canGrow = true) =>
  (): RuleFinding => ({
    cause: 'OUT_OF_MEMORY',
    message,
    act: canGrow ? { kind: 'MORE_MEMORY' } : null,
  });

/** Java without enough memory, and a machine without enough of it. */
export const memory: LogRule = [
  {
    has: ['OutOfMemoryError'],
    pattern: /OutOfMemoryError(?::|\b)/,
    report: (match) => {
      const rest = match.input.slice(match.index);
      if (rest.includes('native thread'))
        return report('The system allows no more threads: the container or the host has a limit.', false)();
      if (rest.includes('Metaspace'))
        return report('There was no room for more classes: take -XX:MaxMetaspaceSize out.', false)();
      return report('The server needed more memory than -Xmx gave it.')();
    },
    stops: true,
  },
  {
    has: ['insufficient memory for the Java Runtime'],
    pattern: /insufficient memory for the Java Runtime/,
    report: report(
      'The machine has less free memory than Java asked for: give less by -Xmx, or free some.',
      false,
    ),
    stops: true,
  },
  {
    has: [
      'Could not reserve enough space',
      'Invalid maximum heap size',
      'Initial heap size set to a larger value',
    ],
    pattern:
      /Could not reserve enough space|Invalid maximum heap size|Initial heap size set to a larger value/,
    report: report(
      'Java could not take the memory that -Xms and -Xmx say: the figures are wrong, or Java is a 32-bit one.',
      false,
    ),
    stops: true,
  },
];
