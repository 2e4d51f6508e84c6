import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openEngine } from '../../../src/dataset/open-engine.ts'
import { buildBundle } from '../../../src/import/build-bundle.ts'
import { LIMITS } from '../../../src/import/gii/format.ts'
import { designated, parse, xml } from './document.ts'
import { law } from './site/site.ts'

const read = (content: string, designation = '§ 1', title = '') =>
  parse(xml([designated('NE000100000', designation, content, title)])).norms[0]

const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')

test('a document beyond the limits is refused, one at a limit is read', () => {
  const around = 16
  assert.throws(() => read(`<P>${'<B/>'.repeat(LIMITS.elements)}</P>`), /more than 200000 elements/)
  assert.equal(read(`<P>a${'<B/>'.repeat(LIMITS.elements - around)}</P>`)?.text, 'a')
  assert.throws(() => read(`<P ${attributes(LIMITS.attributes + 1)}>a</P>`), /more than 100 attributes/)
  assert.equal(read(`<P ${attributes(LIMITS.attributes)}>a</P>`.repeat(2))?.text, 'a\na')
  const text = 'a'.repeat(LIMITS.normCharacters - 100)
  assert.equal(read(`<P>${text}</P>`)?.text.length, text.length)
  assert.throws(() => read(`<P>${text}${text.slice(0, 200)}</P>`), /more than 1500000 characters/)
  assert.throws(
    () => read('', `§ ${'9'.repeat(LIMITS.designation)}`),
    /designation of \S+ has 1002 characters, at most/,
  )
  assert.throws(() => read('', '§ 1', 't'.repeat(LIMITS.title + 1)), /title of \S+ has 20001 characters, at most 20000/)
})

test('the norms of a document may have more characters together than one of them', () => {
  const norms = (count: number) =>
    Array.from({ length: count }, (_, number) =>
      designated(`NE${number}`, `§ ${number}`, `<P>${'a'.repeat(890_000)}</P>`),
    )
  assert.equal(parse(xml(norms(4))).norms.length, 4)
  assert.throws(() => parse(xml(norms(5))), /the document has more than 3600000 characters/)
})

test('a document that is too large is a limitation of its law, and the others are built', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const code of ['large', 'ordinary']) {
    mkdirSync(join(folder, 'source', code), { recursive: true })
    writeFileSync(join(folder, 'source', code, `${code}.xml`), law(code).xml)
  }
  truncateSync(join(folder, 'source', 'large', 'large.xml'), LIMITS.bytes + 1)
  const out = join(folder, 'bundle.sqlite')
  await buildBundle({ from: join(folder, 'source'), out, search: false })
  const corpus = await openEngine(out)
  t.after(() => corpus.close())
  assert.deepEqual(
    (await corpus.laws({})).items.map(({ code }) => code),
    ['ordinary'],
  )
  const found = (await corpus.limitations({})).map(({ terminal_state, reason }) => [terminal_state, reason])
  const reason = `large/large.xml has ${LIMITS.bytes + 1} bytes, at most ${LIMITS.bytes} are read`
  assert.deepEqual(found, [['excluded_by_policy', reason]])
})
