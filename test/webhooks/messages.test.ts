import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Event } from '../../src/core/events/events.ts';
import { discordBody } from '../../src/webhooks/discord-message.ts';
import { standardBody } from '../../src/webhooks/message.ts';

const event: Event = {
  id: 3,
  modPackId: 1,
  runConfigurationId: 2,
  serverPackId: null,
  status: 'ERROR',
  message: 'ModPack checks failed.',
  errors: Array.from({ length: 1_000 }, (_, index) => ({
    code: 'ENTRY_NAME',
    error: `Entry ${index} has a name with "quotes" and ümlauts.`,
    entry: `mods/${index}.jar`,
  })),
  timestamp: new Date(0),
};
const news = {
  event,
  modPack: null,
  runConfiguration: null,
  serverPack: null,
  line: null,
  downloadUrl: null,
};
const body = z.object({
  data: z.object({ event: z.object({ errors: z.array(z.unknown()), errorsLeftOut: z.int() }) }),
});

it.each([8_192, 65_536])(
  'a body has at most %s bytes, as is set, with as many errors as fit and the number of others',
  (most) => {
    const text = standardBody(news, most);
    const { errors, errorsLeftOut } = body.parse(JSON.parse(text)).data.event;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(text)).toBeGreaterThan(most - 200);
    expect(errors.length + errorsLeftOut).toBe(1_000);
    expect(errors).toEqual(event.errors.slice(0, errors.length));
  },
);

it('a body has all errors where they fit', () => {
  const few = { ...event, errors: event.errors.slice(0, 3) };
  expect(body.parse(JSON.parse(standardBody({ ...news, event: few }, 8_192))).data.event).toEqual(
    expect.objectContaining({ errors: few.errors, errorsLeftOut: 0 }),
  );
});

it('a message for Discord stays below what Discord takes, however much there is to tell', () => {
  const text = '@everyone '.repeat(1_000);
  const long = event.errors.map((error) => ({ ...error, error: text }));
  const modPack = { id: 1, name: `${text}.zip`, size: 1, sha256: '' };
  const runConfiguration = {
    id: 2,
    gameVersion: '1.20.1',
    modloader: 'Fabric' as const,
    modloaderVersion: text,
  };
  const message = JSON.parse(
    discordBody({ ...news, event: { ...event, errors: long }, modPack, runConfiguration }),
  );
  const [embed] = z
    .object({
      embeds: z.tuple([
        z.object({
          title: z.string().max(256),
          description: z.string().max(4_096),
          fields: z.array(z.object({ name: z.string().max(256), value: z.string().max(1_024) })),
        }),
      ]),
    })
    .parse(message).embeds;
  const parts = [embed.title, embed.description, ...embed.fields.flatMap(({ name, value }) => [name, value])];
  expect(parts.join('').length).toBeLessThan(5_900);
  expect(embed.description).toContain('and 995 more');
  expect(embed.description).not.toMatch(/(?<!\\)@/);
});
