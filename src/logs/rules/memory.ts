import { onLines, type Told } from '../on-lines.ts';

const tell =
  (message: string, canGrow = true) =>
  (): Told => ({
    cause: 'OUT_OF_MEMORY',
    message,
    act: canGrow ? { kind: 'MORE_MEMORY' } : null,
  });

/** Memory that Java had too little of, or that the machine does not have. */
export const memory = onLines([
  {
    has: 'OutOfMemoryError',
    pattern: /OutOfMemoryError(?::|\b)/,
    tell: (match) => {
      const rest = match.input.slice(match.index);
      if (rest.includes('native thread'))
        return tell('The system allows no more threads: the container or the host has a limit.', false)();
      if (rest.includes('Metaspace'))
        return tell('There was no room for more classes: take -XX:MaxMetaspaceSize out.', false)();
      return tell('The server needed more memory than -Xmx gave it.')();
    },
  },
  {
    has: 'insufficient memory for the Java Runtime',
    pattern: /insufficient memory for the Java Runtime/,
    tell: tell(
      'The machine has less free memory than Java asked for: give less by -Xmx, or free some.',
      false,
    ),
  },
  {
    has: [
      'Could not reserve enough space',
      'Invalid maximum heap size',
      'Initial heap size set to a larger value',
    ],
    pattern:
      /Could not reserve enough space|Invalid maximum heap size|Initial heap size set to a larger value/,
    tell: tell(
      'Java could not take the memory that -Xms and -Xmx say: the figures are wrong, or Java is a 32-bit one.',
      false,
    ),
  },
]);
