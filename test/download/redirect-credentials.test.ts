import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddress, redirectTarget } from '../../src/download/address.ts'
import { quickClient, serve } from './server.ts'

test('a redirect to another port of the same host takes no password along', async (t) => {
  const other = await serve(t, (_, response) => void response.writeHead(200).end('there'))
  const { url, requests } = await serve(t, (request, response) => {
    const location = request.url === '/own' ? '/here' : `${other.url}/there`
    response.writeHead(request.url === '/here' ? 200 : 302, { location }).end()
  })
  const withPassword = url.replace('http://', 'http://user:pass@')
  await quickClient().get(`${withPassword}/own`)
  await quickClient().get(`${withPassword}/away`)
  const expected = `Basic ${Buffer.from('user:pass').toString('base64')}`
  assert.deepEqual(
    requests.map(({ url, headers }) => [url, headers.authorization]),
    [
      ['/own', expected],
      ['/here', expected],
      ['/away', expected],
    ],
  )
  assert.deepEqual(
    other.requests.map(({ headers }) => headers.authorization),
    [undefined],
  )
})

test('a redirect takes the password along only if scheme, host and port stay the same', () => {
  const from = readAddress('http://user:pass@one.example:8080/a')
  const kept = (location: string) => redirectTarget(from, location, 1).authorization === from.authorization
  for (const location of ['/b', 'http://one.example:8080/b', '//ONE.example:8080/b']) assert(kept(location), location)
  for (const location of [
    'http://one.example/b',
    'http://one.example:8081/b',
    'https://one.example:8080/b',
    'http://www.one.example:8080/b',
    'http://one.example.org:8080/b',
  ]) {
    assert.equal(redirectTarget(from, location, 1).authorization, undefined, location)
  }
  const own = redirectTarget(from, 'http://me:mine@two.example/', 1).authorization
  assert.equal(own, `Basic ${Buffer.from('me:mine').toString('base64')}`)
})

test('a request that stays on its host follows no other, and keeps to https', () => {
  const from = readAddress('https://user:pass@one.example/a')
  const stay = (location: string) => redirectTarget(from, location, 1, true)
  const upgraded = stay('http://one.example/b?c')
  assert.equal(upgraded.url.href, 'https://one.example/b?c')
  assert.equal(upgraded.shown, 'https://one.example/b?…')
  assert.equal(upgraded.authorization, from.authorization)
  for (const location of ['https://two.example/', 'https://one.example:8443/', '//one.example.org/b']) {
    assert.throws(
      () => stay(location),
      { kind: 'refused', problem: /leads to another host, .*: not followed/ },
      location,
    )
  }
  const plain = readAddress('http://one.example/a')
  assert.equal(redirectTarget(plain, 'https://one.example/b', 1, true).url.href, 'https://one.example/b')
})
