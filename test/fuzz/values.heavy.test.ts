import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { foreignWords, hangsAfterMs, longestMs, startFuzzed } from './gateway.ts';
import { asRefusalSays, largeValues, placesOf } from './sized-values.ts';

/** Characters of a document, and elements of a list in one. */
const longestLiteral = 90_000;
const mostLiterals = 1_900;

/** VALUE_TURNS=10 shows the ten longest turns, each counted by itself, which takes several times as long. */
const shownTurns = Number(process.env.VALUE_TURNS ?? 0);

it('answers or refuses each list and text of the schema, as large as a body may be and as it accepts them, without a turn over 100 ms', {
  timeout: longestMs,
}, async () => {
  await using fuzzed = await startFuzzed();
  const [, token = ''] = await fuzzed.watched.line(/^operator (.+)$/);
  const send = async (request: object) => {
    const response = await fetch(`${fuzzed.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(hangsAfterMs),
    });
    return { status: response.status, text: await response.text() };
  };
  const places = placesOf(schema);
  expect(places.length).toBeGreaterThan(250);
  const tried =
    process.env.VALUE_PLACES === 'all' ? places : places.filter((_place, index) => index % 6 === 0);
  // What is compiled as it first runs is no turn of a value: one refused by its size, and one by rules of its own.
  const first = places.filter(({ name }) =>
    /^(ModPackFilter.nameContains|RunConfigurationInput.startArgs)$/.test(name),
  );
  for (let warm = 0; warm < 10; warm += 1)
    for (const { byVariable } of first) await send(byVariable('ab cd '.repeat(100_000)));
  await fuzzed.watched.countAnew();
  const turns: { place: string; value: string; turn: number }[] = [];
  const faults: object[] = [];
  for (const place of tried) {
    const values = largeValues(place.type);
    for (const value of values) {
      const shown = JSON.stringify(value).slice(0, 12);
      const judge = async (how: string, request: object | null) => {
        if (request === null) return '';
        const look = async () => {
          if (shownTurns > 0) await fuzzed.watched.countAnew();
          const { status, text } = await send(request);
          return { status, text, turn: fuzzed.watched.longestTurn() };
        };
        let found = await look();
        // Garbage of those before may be collected in any turn: what a value takes, it takes again.
        if (found.turn > 100) {
          await fuzzed.watched.countAnew();
          found = await look();
          await fuzzed.watched.countAnew();
        }
        const { status, text, turn } = found;
        turns.push({ place: place.name, value: `${how} ${shown}`, turn });
        if (status >= 500 || foreignWords.test(text) || turn > 100)
          faults.push({ place: place.name, how, shown, status, turn, text: text.slice(0, 300) });
        return text;
      };
      let accepted = value;
      for (let refusal = await judge('variable', place.byVariable(value)); ; ) {
        const smaller = asRefusalSays(accepted, refusal);
        const request = place.byVariable(smaller);
        // A subscription that is accepted answers nothing until there is news.
        if (smaller === null || request.query.startsWith('subscription')) break;
        accepted = smaller;
        refusal = await judge('accepted', request);
      }
      if (value !== values[0]) continue;
      const short = Array.isArray(value)
        ? value
            .slice(0, mostLiterals)
            .map((one) => (typeof one === 'string' ? one.slice(0, longestLiteral) : one))
        : typeof value === 'string'
          ? value.slice(0, longestLiteral)
          : null;
      await judge('literal', short === null ? null : place.byLiteral(short));
    }
  }
  turns.sort((a, b) => b.turn - a.turn);
  if (shownTurns > 0) console.table(turns.slice(0, shownTurns));
  expect(faults).toEqual([]);
});
