import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { anonymous, clientNetwork, createClientAddress } from '../../src/http/client-address.ts'

/** The client address of a connection from `remoteAddress` with this header. */
function found(trusted: string[], remoteAddress: string | undefined, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return createClientAddress(trusted)({ socket: { remoteAddress }, headers } as unknown as IncomingMessage)
}

test('without trusted proxies, the address of the connection counts, whatever the header says', () => {
  assert.equal(found([], '192.0.2.1', '198.51.100.1'), '192.0.2.1')
  assert.equal(found([], '::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(found([], '::FFFF:c000:201'), '192.0.2.1')
  assert.equal(found([], 'fe80::1%eth0'), 'fe80::1')
  assert.equal(found([], '2001:db8::1'), '2001:db8::1')
  assert.equal(found([], undefined), 'unknown')
})

test('behind trusted proxies, the right-most address counts that is none of them', () => {
  const trusted = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7']
  assert.equal(found(trusted, '10.1.2.3'), '10.1.2.3')
  assert.equal(found(trusted, '10.1.2.3', '198.51.100.1'), '198.51.100.1')
  assert.equal(found(trusted, '::ffff:10.1.2.3', '203.0.113.9, 198.51.100.1'), '198.51.100.1')
  assert.equal(found(trusted, '10.1.2.3', '203.0.113.9,198.51.100.1 ,10.9.9.9,192.0.2.7'), '198.51.100.1')
  assert.equal(found(trusted, '2001:db8:1:2::3', '198.51.100.1, 2001:db8:1::9'), '198.51.100.1')
  assert.equal(found(trusted, '10.1.2.3', '2001:db8:2::1'), '2001:db8:2::1')
  assert.equal(found(trusted, '10.1.2.3', '10.0.0.1, 10.0.0.2'), '10.0.0.1')
  assert.equal(found(trusted, '198.51.100.1', '203.0.113.9'), '198.51.100.1', 'the connection is no proxy')
  assert.equal(found(trusted, '192.0.2.8', '203.0.113.9'), '192.0.2.8')
  assert.equal(found(trusted, undefined, '203.0.113.9'), 'unknown')
  assert.equal(found(['0.0.0.0/0'], '198.51.100.1', '203.0.113.9'), '203.0.113.9')
  assert.equal(found(['::ffff:10.0.0.0/104'], '10.1.2.3', '203.0.113.9'), '203.0.113.9')
})

test('addresses may have ports and be IPv4 in the form of IPv6', () => {
  const trusted = ['10.0.0.1']
  assert.equal(found(trusted, '10.0.0.1', '198.51.100.1:4711'), '198.51.100.1')
  assert.equal(found(trusted, '10.0.0.1', '[2001:db8::1]:4711'), '2001:db8::1')
  assert.equal(found(trusted, '10.0.0.1', '[2001:db8::1]'), '2001:db8::1')
  assert.equal(found(trusted, '10.0.0.1', '203.0.113.9, ::ffff:10.0.0.1'), '203.0.113.9')
})

test('an entry that is no address ends the search at the last proxy that is known', () => {
  const trusted = ['10.0.0.0/8']
  const malformed = [
    'nonsense',
    '',
    '_hidden',
    '1.2.3',
    '256.1.1.1',
    '1.2.3.4.5',
    '[::1',
    '::1]',
    '1.2.3.4:x',
    '01.2.3.4',
  ]
  for (const entry of [...malformed, '2001:db8::1:::', '<b>', '127.1', '0x7f.0.0.1']) {
    assert.equal(found(trusted, '10.0.0.1', `198.51.100.1, ${entry}`), '10.0.0.1', entry)
    assert.equal(found(trusted, '10.0.0.1', `198.51.100.1, ${entry}, 10.0.0.2`), '10.0.0.2', entry)
    assert.equal(found(trusted, '10.0.0.1', `${entry}, 198.51.100.1`), '198.51.100.1', entry)
  }
  assert.equal(found(trusted, '10.0.0.1', ',,,'), '10.0.0.1')
})

test('requests are counted by IPv4 address and by IPv6 network of 64 bits', () => {
  assert.equal(clientNetwork('192.0.2.1'), '192.0.2.1')
  assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(clientNetwork('2001:DB8:1:2::'), '2001:db8:1:2::/64')
  assert.equal(clientNetwork('2001:db8::1'), '2001:db8::/64')
  assert.equal(clientNetwork('2001:0db8:0000:0000:0000:0000:0000:0001'), '2001:db8::/64')
  assert.equal(clientNetwork('::1'), '::/64')
  assert.equal(clientNetwork('0:0:0:5::1'), '0:0:0:5::/64')
  assert.equal(clientNetwork('64:ff9b::192.0.2.1'), '64:ff9b::/64')
  assert.equal(clientNetwork('1:2:3:4:5:6:192.0.2.1'), '1:2:3:4::/64')
  assert.equal(clientNetwork('unknown'), 'unknown')
})

test('a log shows the network of 24 or 48 bits', () => {
  assert.equal(anonymous('192.0.2.241'), '192.0.2.0/24')
  assert.equal(anonymous('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48')
  assert.equal(anonymous('2001:db8::1'), '2001:db8::/48')
  assert.equal(anonymous('unknown'), 'unknown')
})
