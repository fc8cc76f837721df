import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WorkProcessDied } from '../../src/core/runs/archive-work.ts';
import type { Attempts } from '../../src/core/runs/attempts.ts';
import { judgeFailure, NodesDied, type RetrySettings } from '../../src/core/runs/failed-attempts.ts';
import { failed as failedEvent, runProblem, runProblemCodes } from '../../src/core/runs/run-problems.ts';
import { ScannerAway } from '../../src/core/runs/scanning.ts';
import { NoRoomError, StoreAwayError } from '../../src/storage/storage.ts';
import { TaskFailed, TimedOut, toFailure } from '../../workers/failure.ts';

const now = new Date('2026-11-22T12:00:00Z');
const met: Attempts = {
  failures: 0,
  deaths: 0,
  waits: 0,
  waitingSince: null,
  lack: null,
  missing: null,
  missingSince: null,
  nextTry: null,
};
const settings: RetrySettings = {
  retries: 3,
  nodeDeaths: 20,
  retryDelaySeconds: 10,
  room: { firstSeconds: 60, mostSeconds: 300, giveUpSeconds: 3_600 },
};
const judge = (error: unknown, so: Partial<Attempts> = {}) =>
  judgeFailure(error, { ...met, ...so }, settings, { now, reference: 'reference-1' });
const failed = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

describe('a failed attempt', () => {
  it('is followed by others as often as the settings say, after waits that double up to a minute', () => {
    const verdicts = [0, 1, 2, 3].map((failures) => judge(new Error('odd'), { failures }));
    expect(verdicts).toMatchObject([
      { kind: 'again', seconds: 10, attempts: { failures: 1 } },
      { kind: 'again', seconds: 20, attempts: { failures: 2 } },
      { kind: 'again', seconds: 40, attempts: { failures: 3 } },
      { kind: 'end', problem: { code: 'INTERNAL_ERROR', error: expect.stringContaining('reference-1') } },
    ]);
    const long = { ...settings, retries: 10 };
    const last = judgeFailure(new Error('odd'), { ...met, failures: 9 }, long, { now, reference: '' });
    expect(last).toMatchObject({ seconds: 60 });
  });

  it('by the death of the process is followed by one more, at once, and counts as no other failure', () => {
    const death = new WorkProcessDied('SIGSEGV', '');
    expect(judge(death)).toEqual({ kind: 'again', seconds: 0, attempts: { deaths: 1 } });
    expect(judge(death, { failures: 3 })).toMatchObject({ kind: 'again' });
    expect(judge(death, { deaths: 1 })).toMatchObject({
      kind: 'end',
      problem: { code: 'WORK_PROCESS_DIED', error: expect.stringContaining('reference-1') },
    });
  });

  it('before which as many nodes have died under the run as may ends it, whatever else it has met with', () => {
    expect(judge(new NodesDied())).toMatchObject({
      kind: 'end',
      problem: {
        code: 'WORK_PROCESS_DIED',
        error: expect.stringMatching(/The service itself died .* 20 times, .* reference-1/),
      },
    });
  });

  it.each([
    ['here', new TimedOut(600_000)],
    ['in another process', new TaskFailed(toFailure(new TimedOut(600_000)))],
  ])('by its time, of a task %s, is followed by one more at most', (_where, error) => {
    expect(judge(error)).toEqual({ kind: 'again', seconds: 10, attempts: { failures: 1 } });
    expect(judge(error, { failures: 1 })).toMatchObject({
      kind: 'end',
      problem: { code: 'TASK_TIMED_OUT', error: expect.stringContaining('reference-1') },
    });
    const none = judgeFailure(error, met, { ...settings, retries: 0 }, { now, reference: '' });
    expect(none).toMatchObject({ kind: 'end', problem: { code: 'TASK_TIMED_OUT' } });
    expect(judge(new Error('odd'), { failures: 1 })).toMatchObject({ kind: 'again' });
  });

  it.each([
    ['that the store refuses', new NoRoomError()],
    ['that a full disk refuses', failed('ENOSPC')],
    ['that a quota refuses', failed('EDQUOT')],
    ['that the database refuses', new Error('failed query', { cause: failed('53100') })],
  ])(
    'for want of room %s is followed by others in minutes, for as long as the settings say',
    (_how, error) => {
      const earlier = (seconds: number) => new Date(now.getTime() - seconds * 1000);
      const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
      expect(judge(error)).toEqual({
        kind: 'wait',
        seconds: 60,
        attempts: { waits: 1, waitingSince: now, lack: 'ROOM', nextTry: later(60) },
      });
      const since = earlier(600);
      const more = [1, 2, 3, 40].map((waits) => judge(error, { waits, waitingSince: since, failures: 3 }));
      expect(more).toMatchObject([
        { seconds: 120, attempts: { waits: 2, waitingSince: since, nextTry: later(120) } },
        { seconds: 240 },
        { seconds: 300 },
        { seconds: 300 },
      ]);
      expect(judge(error, { waits: 9, waitingSince: earlier(3_590) })).toMatchObject({ seconds: 10 });
      const end = judge(error, { waits: 9, waitingSince: earlier(3_600) });
      expect(end).toMatchObject({ kind: 'end', problem: { code: 'STORAGE_FULL' } });
      expect(end).toMatchObject({ problem: { error: expect.stringContaining('2026-11-22T11:00:00.000Z') } });
    },
  );

  it('because the server of the store or the scanner is away is followed by others in the same way', () => {
    const away = new StoreAwayError();
    expect(judge(away)).toMatchObject({ kind: 'wait', seconds: 60 });
    const longAgo = { waits: 9, waitingSince: new Date(now.getTime() - 3_600_000) };
    expect(judge(away, longAgo)).toMatchObject({ kind: 'end', problem: { code: 'STORAGE_AWAY' } });
    const unscanned = new ScannerAway('clamd cannot be reached: ENOENT.');
    expect(judge(unscanned)).toMatchObject({ kind: 'wait', seconds: 60, attempts: { lack: 'SCANNER' } });
    expect(judge(unscanned, longAgo)).toMatchObject({ kind: 'end', problem: { code: 'SCANNER_AWAY' } });
  });
});

describe('the last event of a run that failed', () => {
  const problem = runProblem('CANCELLED', 'It was cancelled.');

  it('says whether the check was passed', () => {
    expect(problem).toEqual({ code: 'CANCELLED', error: 'It was cancelled.', entry: null });
    for (const before of [[], ['QUEUED', 'CHECKING']] as const)
      expect(failedEvent(before, [problem])).toEqual({
        status: 'ERROR',
        message: 'ModPack checks failed.',
        errors: [problem],
      });
    expect(failedEvent(['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING'], [])).toEqual({
      status: 'ERROR',
      message: 'ServerPack generation failed.',
      errors: [],
    });
  });
});

it('every code with which a run can end is documented', () => {
  const page = readFileSync(new URL('../../docs/graphql-more.md', import.meta.url), 'utf8');
  expect(Object.keys(runProblemCodes).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
