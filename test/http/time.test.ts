/** Time over HTTP: answers as of days, and the feed of changes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { listenStarter, type StarterServer } from './starter-server.ts'

let server: StarterServer
before(async () => {
  server = await listenStarter()
})
after(() => server.close())

const NORM = '/laws/msgb/norms/par:16'

describe('as of a day', () => {
  test('each day is an answer of its own, with its own tag', async () => {
    const days = ['', '?as_of=2024-06-01', '?as_of=2025-06-01', '?as_of=2026-01-01']
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(days.map((day) => server.ask(NORM + day)))
      assert.deepEqual(new Set(answers.map(({ headers }) => headers.etag)).size, days.length)
      assert.deepEqual(
        answers.map(({ body }) => body.as_of),
        [undefined, '2024-06-01', '2025-06-01', '2026-01-01'],
      )
      assert.notEqual(answers[1]?.body.text, answers[3]?.body.text)
      assert.equal(answers[0]?.body.text, answers[3]?.body.text)
    }
  })

  test('every format says of which day it is', async () => {
    for (const format of ['md', 'text', 'html']) {
      const { text } = await server.ask(`${NORM}?as_of=2025-06-01&format=${format}`)
      assert.match(text, /As published on 2025-06-01\. This is not the newest text\./, format)
      assert.doesNotMatch((await server.ask(`${NORM}?format=${format}`)).text, /As published/)
    }
    const whole = await server.ask('/laws/msgb/norms?as_of=2025-06-01&format=md')
    assert.match(whole.text, /As published on 2025-06-01\./)
  })

  test('a stream has the texts of the day', async () => {
    const { body } = await server.ask('/laws/msgb/norms?as_of=2024-06-01')
    const norm = (body.norms as { norm: string; heading: string }[]).find((each) => each.norm === 'par:22a')
    assert.deepEqual([body.as_of, norm?.heading], ['2024-06-01', 'Nachfrist'])
  })

  test('errors name the states and the candidates', async () => {
    const early = await server.ask(`${NORM}?as_of=2020-01-01`)
    assert.deepEqual([early.status, early.body.states], [404, { first: '2024-06-01', last: '2026-01-01' }])
    for (const path of [`${NORM}?as_of=2025-09-01`, '/laws/msgb/norms?as_of=2025-09-01']) {
      const { status, body } = await server.ask(path)
      const days = (body.candidates as { observed_on: string }[]).map(({ observed_on }) => observed_on)
      assert.deepEqual([status, days], [409, ['2025-06-01', '2026-01-01']])
    }
    assert.equal((await server.ask(`${NORM}?as_of=2025-02-30`)).status, 422)
  })
})

test('a difference in HTML may only have its own style', async () => {
  const { headers, text } = await server.ask(`${NORM}/diff?format=html`)
  assert.match(text, /<ins>/)
  const { createHash } = await import('node:crypto')
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  assert(String(headers['content-security-policy']).includes(`'sha256-${hash}'`))
})

/** An element with its attributes, text and children. */
interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** @throws Error if it is not well-formed */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    ;(open.at(-1) as Element).text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] as Element
}

describe('the feed', () => {
  const all = (element: Element, name: string) => element.children.filter((child) => child.name === name)
  const only = (element: Element, name: string) => {
    const found = all(element, name)
    assert.equal(found.length, 1, `${element.name} has ${found.length} ${name}`)
    return found[0] as Element
  }
  const feedAt = async (path: string) => {
    const answer = await server.ask(path)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers['content-type'], 'application/atom+xml; charset=utf-8')
    return parseXml(answer.text)
  }

  test('is what RFC 4287 requires, with an entry for each law and state', async () => {
    const feed = await feedAt('/changes.atom')
    assert.deepEqual([feed.name, feed.attributes.xmlns], ['feed', 'http://www.w3.org/2005/Atom'])
    only(only(feed, 'author'), 'name')
    const entries = all(feed, 'entry')
    for (const element of [feed, ...entries]) {
      assert.match(
        only(element, 'id').text,
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      assert.notEqual(only(element, 'title').text, '')
      assert.equal(
        new Date(only(element, 'updated').text).toISOString(),
        only(element, 'updated').text.replace('Z', '.000Z'),
      )
    }
    const [self] = all(feed, 'link').filter(({ attributes }) => attributes.rel === 'self')
    assert.equal(self?.attributes.href, 'changes.atom')
    assert.deepEqual(
      entries.map((entry) => `${only(entry, 'updated').text.slice(0, 10)} ${only(entry, 'title').text}`),
      [
        '2026-01-01 BienHV 2005: 1 norm changed',
        '2026-01-01 HafenG: 3 norms changed',
        '2026-01-01 MSGB: 2 norms changed, 1 moved',
        '2026-01-01 SundLotsO: law removed, with 4 norms',
        '2025-06-01 HafenG: 1 norm changed',
        '2025-06-01 MSGB: 1 norm added, 2 changed, 1 removed',
        '2025-06-01 MSVerf: 1 norm added',
        '2025-06-01 SignalBek: law added, with 6 norms',
        '2024-05-01 Verordnung (EU) 2024/9901: 2 norms added, 5 changed',
      ],
    )
    assert.equal(new Set(entries.map((entry) => only(entry, 'id').text)).size, entries.length)
  })

  test('its links lead to the differences', async () => {
    for (const entry of all(await feedAt('/changes.atom'), 'entry')) {
      const links = all(entry, 'link')
      assert.deepEqual(
        links.map(({ attributes }) => attributes.type),
        ['text/html', 'application/json'],
      )
      for (const { attributes } of links) {
        const { pathname, search } = new URL(attributes.href as string, 'http://x/changes.atom')
        const answer = await server.ask(pathname + search)
        assert.equal(answer.status, 200, pathname + search)
        if (attributes.type === 'application/json') assert((answer.body.count as number) > 0)
      }
    }
  })

  test('of single norms has an entry for each change, also under the former number', async () => {
    const feed = await feedAt(`/changes.atom?norms=${encodeURIComponent('§§ 16, 28 MSGB, § 22a MSGB')}`)
    assert.equal(only(feed, 'title').text, 'Changes of msgb par:16, msgb par:28, msgb par:22a')
    const entries = all(feed, 'entry')
    assert.deepEqual(
      entries.map((entry) => `${only(entry, 'updated').text.slice(0, 10)} ${only(entry, 'title').text}`),
      ['2026-01-01 § 16 MSGB: changed', '2026-01-01 § 28 MSGB: moved to par:28', '2025-06-01 § 22a MSGB: removed'],
    )
    for (const entry of entries) {
      const [, json] = all(entry, 'link')
      const { pathname, search } = new URL(json?.attributes.href as string, 'http://x/changes.atom')
      const { status, body } = await server.ask(pathname + search)
      assert.deepEqual([status, (body.differs as string[]).length > 0], [200, true], pathname + search)
    }
    const ofLaw = await feedAt('/changes.atom?codes=msgb&norms=16')
    assert.deepEqual(
      all(ofLaw, 'entry').map((entry) => only(entry, 'id').text),
      [only(entries[0] as Element, 'id').text],
    )
    const { body } = await server.ask('/changes?codes=msgb&norms=16,22a')
    assert.deepEqual([body.total, body.norms], [2, ['par:16', 'par:22a'].map((norm) => ({ code: 'msgb', norm }))])
    assert.equal((await server.ask('/changes?codes=msgb&norms=99')).status, 404)
  })

  test('its ids stay the same, whatever the feed has', async () => {
    const ids = async (path: string) => all(await feedAt(path), 'entry').map((entry) => only(entry, 'id').text)
    const whole = await ids('/changes.atom')
    assert.deepEqual(await ids('/changes.atom?since=2026-01-01'), whole.slice(0, 4))
    assert.deepEqual(await ids('/changes.atom?codes=msgb'), [whole[2], whole[5]])
    const feedId = async (path: string) => only(await feedAt(path), 'id').text
    assert.notEqual(await feedId('/changes.atom?codes=msgb'), await feedId('/changes.atom'))
    assert.equal(await feedId('/changes.atom?codes=MSGB'), await feedId('/changes.atom?codes=msgb'))
  })

  test('a reader that has it gets 304; wrong parameters are errors in JSON', async () => {
    const { etag } = (await server.ask('/changes.atom')).headers
    const again = await server.ask({ path: '/changes.atom', headers: { 'If-None-Match': String(etag) } })
    assert.deepEqual([again.status, again.text], [304, ''])
    for (const [query, status] of [
      ['x=1', 422],
      ['since=yesterday', 422],
      ['codes=nix', 404],
      ['limit=1', 422],
    ]) {
      const answer = await server.ask(`/changes.atom?${query}`)
      assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'application/json; charset=utf-8'])
    }
  })
})
