import { describe, expect, test, vi } from 'vitest';
import { isConflict, untilUndisturbed } from '../../src/database/conflicts.ts';
import { ConnectionLostError, SilentError } from '../../src/database/connection-lost.ts';
import { noRoomFailure } from '../../src/database/no-room.ts';
import { isUnreachable, unreachableFailure } from '../../src/database/unreachable.ts';
import { AppError } from '../../src/errors.ts';
import { StoreAwayError } from '../../src/storage/storage.ts';

/** A failure as the driver throws it, and as it lies inside another one. */
function failure(code: unknown, message = 'told by the driver'): Error {
  return Object.assign(new Error(message), { code });
}
const inside = (cause: unknown) => new Error('Failed query', { cause: new Error('deeper', { cause }) });

describe('a failure of the database', () => {
  test.each(['40001', '40P01'])('is a conflict with another transaction by the code %s', (code) => {
    expect(isConflict(failure(code))).toBe(true);
    expect(isConflict(inside(failure(code)))).toBe(true);
    expect(isUnreachable(failure(code))).toBe(true);
  });

  test.each(['08006', '25P03', '53300', '55P03', '57014', '57P01', '57P05', 'ECONNREFUSED', 'EPIPE'])(
    'says that it cannot be reached by the code %s',
    (code) => {
      expect(isUnreachable(failure(code))).toBe(true);
      expect(isUnreachable(inside(failure(code)))).toBe(true);
      expect(isConflict(failure(code))).toBe(false);
    },
  );

  test.each(['FATAL', 'PANIC'])(
    'says that it cannot be reached by the severity %s, whatever its code',
    (severity) => {
      const fatal = Object.assign(failure('XX000', 'could not write init file'), { severity });
      expect(isUnreachable(fatal)).toBe(true);
      expect(isUnreachable(inside(fatal))).toBe(true);
      expect(isUnreachable(Object.assign(failure('XX000'), { severity: 'ERROR' }))).toBe(false);
    },
  );

  test.each([
    new ConnectionLostError('lost'),
    new SilentError('silent'),
    ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'].map((code) => failure(code)),
  ])('says that it cannot be reached where the connection is gone: %s', (error) => {
    expect(isUnreachable(error)).toBe(true);
    expect(isUnreachable(inside(error))).toBe(true);
  });

  test.each([
    ['a store that is away', new StoreAwayError({ cause: failure('ECONNREFUSED') })],
    [
      'a client that has gone',
      new AppError('UPLOAD_INTERRUPTED', 'gone', {}, { cause: failure('ECONNRESET') }),
    ],
    ['a provider of tokens', new AppError('UNAVAILABLE', 'later', {}, { cause: failure('ETIMEDOUT') })],
  ])('is not told from the code that the network has for %s, once that has been judged', (_of, judged) => {
    for (const error of [judged, inside(judged)]) {
      expect(isUnreachable(error)).toBe(false);
      expect(unreachableFailure(error)).toBeNull();
    }
  });

  test('that it cannot be reached is told by a code and when to try again, with what led to it', () => {
    for (const error of [failure('ECONNREFUSED'), inside(failure('57P01'))]) {
      const told = unreachableFailure(error);
      expect(told).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 5 } });
      expect(told?.cause).toBe(error);
    }
    expect(unreachableFailure(failure('23505'))).toBeNull();
  });

  test.each(['53100', '25006'])('says that it has no room left by the code %s', (code) => {
    for (const error of [failure(code), inside(failure(code))]) {
      const told = noRoomFailure(error);
      expect(told).toMatchObject({ code: 'STORAGE_FULL', details: { retryAfter: 60 } });
      expect(told?.cause).toMatchObject({ code });
    }
  });

  test.each([
    ['of another code', failure('23505')],
    ['of a code that begins with another', failure('080061')],
    ['of a code that ends with another', failure('x57P01')],
    ['whose code is a number', failure(53_100)],
    ['whose code is a number that others have as a text', failure(57_014)],
    ['without a code', new Error('no')],
    ['of no known words', new Error('Connection terminated by me')],
    ['that is no error', { code: '53100', message: 'Connection terminated' }],
    ['of nothing', undefined],
  ])('%s is none of these', (_what, error) => {
    expect(isConflict(error)).toBe(false);
    expect(isUnreachable(error)).toBe(false);
    expect(noRoomFailure(error)).toBeNull();
    expect(isConflict(inside(error))).toBe(false);
    expect(isUnreachable(inside(error))).toBe(false);
    expect(noRoomFailure(inside(error))).toBeNull();
  });
});

describe('a transaction', () => {
  test('is done again when another one has undone it', async () => {
    const transact = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failure('40P01'))
      .mockResolvedValue('done');
    await expect(untilUndisturbed(transact)).resolves.toBe('done');
    expect(transact).toHaveBeenCalledTimes(2);
  });

  test('is done five times at most', async () => {
    const conflict = failure('40001');
    const transact = vi.fn(() => Promise.reject(conflict));
    await expect(untilUndisturbed(transact)).rejects.toBe(conflict);
    expect(transact).toHaveBeenCalledTimes(5);
  });

  test('that fails by itself is done once', async () => {
    const fault = failure('23505');
    const transact = vi.fn(() => Promise.reject(fault));
    await expect(untilUndisturbed(transact)).rejects.toBe(fault);
    expect(transact).toHaveBeenCalledTimes(1);
  });
});
