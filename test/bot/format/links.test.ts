import { expect, test } from 'vitest';
import { linksAt } from '../../../bot/format/links.ts';

const inside = new URL('http://gateway:8080/');
const outside = new URL('https://packs.example/app/');
const linkTo = linksAt({ gatewayUrl: inside, publicUrl: outside });

test('an address at the host that the bot asks is moved to where people reach it, signature and all', () => {
  expect(linkTo('http://gateway:8080/api/v2/serverpacks/download/3?signature=a_b').url).toBe(
    'https://packs.example/app/api/v2/serverpacks/download/3?signature=a_b',
  );
});

test('an address that the gateway knows for public stays as it is', () => {
  expect(linkTo('https://files.example/x').url).toBe('https://files.example/x');
});

test.each(['http://localhost:8080/', 'http://gateway/', 'http://[::1]:8080/'])(
  '%s is not linked, but can be read',
  (base) => {
    const url = new URL(base);
    const link = linksAt({ gatewayUrl: url, publicUrl: url })(`${base}x`);
    expect(link).toEqual({ href: `${base}x`, url: null, text: `\`${base}x\`` });
  },
);

test('an address that is too long for a button is not linked', () => {
  expect(linkTo(`https://packs.example/${'x'.repeat(512)}`).url).toBeNull();
});
