import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clientAddress, isLoopback, proxyList } from '../../src/access/client-address.ts';

function requestFrom(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return request;
}

it('does not believe X-Forwarded-For from anybody', () => {
  expect(clientAddress([])(requestFrom('198.51.100.7', '192.0.2.1'))).toBe('198.51.100.7');
  expect(clientAddress(['10.0.0.0/8'])(requestFrom('198.51.100.7', '192.0.2.1'))).toBe('198.51.100.7');
});

it('believes trusted proxies, and only as far as they reach', () => {
  const address = clientAddress(['10.0.0.0/8', 'loopback']);
  expect(address(requestFrom('127.0.0.1', '192.0.2.1'))).toBe('192.0.2.1');
  expect(address(requestFrom('10.1.2.3', '203.0.113.9, 192.0.2.1, 10.9.9.9'))).toBe('192.0.2.1');
});

it('takes an IPv6 network of a customer as one, and an IPv4 address in IPv6 form as what it is', () => {
  const address = clientAddress([]);
  expect(address(requestFrom('2001:db8:1:2:aaaa::1'))).toBe('2001:db8:1:2::/64');
  expect(address(requestFrom('2001:db8:1:2:bbbb::2'))).toBe('2001:db8:1:2::/64');
  expect(address(requestFrom('::ffff:192.0.2.1'))).toBe('192.0.2.1');
  expect(address(requestFrom('fe80::1%eth0'))).toBe('fe80::/64');
});

it('takes what a proxy passes on and is no address as one unknown client', () => {
  expect(clientAddress(['loopback'])(requestFrom('127.0.0.1', 'not-an-address'))).toBe('unknown');
});

it('takes a client that has gone already as one unknown client', () => {
  expect(clientAddress([])(requestFrom(undefined))).toBe('unknown');
  expect(clientAddress(['loopback'])(requestFrom(undefined, '192.0.2.1'))).toBe('unknown');
});

it('refuses a list of proxies with anything else in it', () => {
  expect(proxyList.parse('10.0.0.0/8, loopback')).toEqual(['10.0.0.0/8', 'loopback']);
  expect(proxyList.parse(undefined)).toEqual([]);
  expect(proxyList.safeParse('proxy.example').success).toBe(false);
});

it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
  'knows that only this machine reaches a server at %s',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each(['0.0.0.0', '::', '192.0.2.1', 'packs.example', ''])(
  'knows that others reach a server at %j',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
