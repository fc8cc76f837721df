import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOptionalHost } from '../../src/fetching/optional-host.ts';

const minutes = (count: number) => count * 60_000;

describe('a host whose answers only help', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function openScene() {
    const told: unknown[] = [];
    let asked = 0;
    const host = openOptionalHost({ waitMs: 1_000, failed: (error) => told.push(error) });
    const query = (question: () => Promise<string>, signal?: AbortSignal) =>
      host.query(() => {
        asked += 1;
        return question();
      }, signal);
    return { query, told, asked: () => asked, trouble: host.trouble };
  }
  const away = () => Promise.reject(new Error('away'));
  const silent = () => new Promise<never>(() => {});

  it('is asked once, and rests when it fails, for longer each time up to an hour; an answer ends that', async () => {
    const { query, told, asked, trouble } = openScene();
    expect(trouble()).toBeNull();
    for (const rest of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const before = asked();
      expect(await query(away)).toBeNull();
      vi.advanceTimersByTime(minutes(rest) - 1);
      expect(await query(away)).toBeNull();
      expect(asked()).toBe(before + 1);
      expect(Number(trouble()?.restsUntil) - Date.now()).toBeCloseTo(1, -3);
      vi.advanceTimersByTime(1);
    }
    expect(told).toHaveLength(8);
    expect(await query(async () => 'here')).toEqual({ answer: 'here' });
    expect(trouble()).toBeNull();
    expect(await query(away)).toBeNull();
    vi.advanceTimersByTime(minutes(1));
    expect(await query(async () => 'again')).toEqual({ answer: 'again' });
  });

  it('is waited for as long as it may take, by all who ask at once, and that is one failure', async () => {
    const { query, told, asked } = openScene();
    const waiting = [query(silent), query(silent), query(silent)];
    vi.advanceTimersByTime(999);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await Promise.all(waiting)).toEqual([null, null, null]);
    expect(told).toEqual([new Error('There was no answer within 1000 ms.')]);
    expect(await query(silent)).toBeNull();
    expect(asked()).toBe(3);
    vi.advanceTimersByTime(minutes(1));
    expect(await query(async () => 'here')).toEqual({ answer: 'here' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that answers late is not left alone for it', async () => {
    const { query, told } = openScene();
    const late = Promise.withResolvers<string>();
    const waiting = query(() => late.promise);
    vi.advanceTimersByTime(1_000);
    expect(await waiting).toBeNull();
    late.resolve('late');
    await late.promise;
    expect(await query(async () => 'here')).toEqual({ answer: 'here' });
    expect(told).toHaveLength(1);
  });

  it('is not waited for by who has left, and that is no failure of its', async () => {
    const { query, told, asked } = openScene();
    const leaving = new AbortController();
    const waiting = query(silent, leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(query(away, leaving.signal)).rejects.toThrow('gone');
    const failing = new AbortController();
    const failed = query(async () => {
      failing.abort(new Error('gone too'));
      throw failing.signal.reason;
    }, failing.signal);
    await expect(failed).rejects.toThrow('gone too');
    expect([told, asked()]).toEqual([[], 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
