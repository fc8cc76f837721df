import { describe, expect, it } from 'vitest';
import { runStepsOf, type StepEvent } from '../../web/packs/run-steps.ts';

/** Events of these statuses, each at its second. */
const events = (...list: [StepEvent['status'], number][]): StepEvent[] =>
  list.map(([status, second]) => ({ status, createdAt: new Date(second * 1_000).toISOString() }));

const whole = [
  ['QUEUED', 0],
  ['CHECKING', 2],
  ['CHECKED', 5],
  ['GENERATING', 5],
  ['GENERATED', 12],
  ['GENERATED', 12],
] satisfies [StepEvent['status'], number][];

describe('The four steps of a run', () => {
  it.each([
    ['nothing yet', events(), 'received ahead, checked ahead, built ahead, ready ahead'],
    ['one that waits', events(['QUEUED', 0]), 'received done, checked ahead, built ahead, ready ahead'],
    [
      'one that is checked',
      events(['QUEUED', 0], ['CHECKING', 2]),
      'received done 2, checked active, built ahead, ready ahead',
    ],
    [
      'one that is built',
      events(['QUEUED', 0], ['CHECKING', 2], ['CHECKED', 5], ['GENERATING', 5]),
      'received done 2, checked done 3, built active, ready ahead',
    ],
    ['one that is over', events(...whole), 'received done 2, checked done 3, built done 7, ready done 12'],
    [
      'one that failed its check',
      events(['QUEUED', 0], ['CHECKING', 2], ['ERROR', 4]),
      'received done 2, checked failed, built ahead, ready ahead',
    ],
    [
      'one that failed while it was built',
      events(['QUEUED', 0], ['CHECKING', 2], ['CHECKED', 5], ['GENERATING', 5], ['ERROR', 6]),
      'received done 2, checked done 3, built failed, ready ahead',
    ],
    [
      'one that was cancelled in line',
      events(['QUEUED', 0], ['ERROR', 9]),
      'received done, checked failed, built ahead, ready ahead',
    ],
    [
      'one that began its check again, by its last time',
      events(['QUEUED', 0], ['CHECKING', 2], ['CHECKING', 30], ['CHECKED', 31]),
      'received done 30, checked done 1, built active, ready ahead',
    ],
    [
      'the newest of several',
      events(...whole, ['QUEUED', 100], ['CHECKING', 101]),
      'received done 1, checked active, built ahead, ready ahead',
    ],
  ])('of %s', (_which, given, expected) => {
    const steps = runStepsOf(given).map(({ name, state, seconds }) =>
      [name, state, seconds].filter((part) => part !== null).join(' '),
    );
    expect(steps.join(', ')).toBe(expected);
  });
});
