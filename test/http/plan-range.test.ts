import { describe, expect, it } from 'vitest';
import { planRange } from '../../src/http/downloads/plan-range.ts';

const etag = '"abc"';
const whole = { status: 200, start: 0, end: 1000 };

describe('planning a range', () => {
  it('gives the whole file when none is asked for', () => {
    expect(planRange({}, 1000, etag)).toEqual(whole);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=0-0', 0, 1],
    ['bytes=500-', 500, 1000],
    ['bytes=0-', 0, 1000],
    ['bytes=999-', 999, 1000],
    ['bytes=-100', 900, 1000],
    ['bytes=-5000', 0, 1000],
    ['bytes=990-5000', 990, 1000],
    [`bytes=990-${'9'.repeat(400)}`, 990, 1000],
    ['BYTES= 1-2 ', 1, 3],
  ])('gives a part for %s', (range, start, end) => {
    expect(planRange({ range }, 1000, etag)).toEqual({ status: 206, start, end });
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'cannot satisfy %s',
    (range) => {
      expect(planRange({ range }, 1000, etag)).toEqual({ status: 416 });
    },
  );

  it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('cannot satisfy %s of an empty file', (range) => {
    expect(planRange({ range }, 0, etag)).toEqual({ status: 416 });
  });

  it.each([
    'bytes=-',
    'bytes=',
    'bytes=2-1',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=--1',
    'items=0-1',
    '0-1',
    '',
  ])('gives the whole file for %j, which is no range', (range) => {
    expect(planRange({ range }, 1000, etag)).toEqual(whole);
  });

  it('gives the whole file when several parts are asked for', () => {
    expect(planRange({ range: 'bytes=0-1,5-6' }, 1000, etag)).toEqual(whole);
  });

  it('gives a part when If-Range names the file', () => {
    expect(planRange({ range: 'bytes=1-2', 'if-range': etag }, 1000, etag)).toMatchObject({ status: 206 });
  });

  it.each(['"other"', 'W/"abc"', 'Sat, 21 Nov 2026 01:00:00 GMT', 'abc'])(
    'gives the whole file when If-Range is %s',
    (ifRange) => {
      expect(planRange({ range: 'bytes=1-2', 'if-range': ifRange }, 1000, etag)).toEqual(whole);
    },
  );

  it('gives the whole file when If-Range names another, though the range is outside', () => {
    expect(planRange({ range: 'bytes=5000-', 'if-range': '"other"' }, 1000, etag)).toEqual(whole);
  });

  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" ', '*', ' * '])(
    'gives nothing new to a client that has it: %s',
    (ifNoneMatch) => {
      expect(planRange({ 'if-none-match': ifNoneMatch, range: 'bytes=1-' }, 1000, etag)).toEqual({
        status: 304,
      });
    },
  );

  it.each(['"other"', 'abc', '', '"ab", "c"'])('gives the file to a client that has %j', (ifNoneMatch) => {
    expect(planRange({ 'if-none-match': ifNoneMatch }, 1000, etag)).toEqual(whole);
  });
});
