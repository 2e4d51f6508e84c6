import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { NormMatches } from '../../../src/model/corpus.ts'
import { assetPath } from '../../../src/program/package.ts'
import { type Pattern, readPattern } from '../../../src/search/patterns/pattern.ts'
import { isOfToday, NORM_COUNT } from '../../../src/store/bundle-schema.ts'
import { type PackedText, unpackText } from '../../../src/store/packed-text.ts'
import { openBundleDatabase, rowsOf } from '../../../src/store/sqlite/bundle-database.ts'
import { normsWithLetters, scanBundle } from '../../../src/store/sqlite/read-matches.ts'
import { LegalTextError } from '../../../src/util/errors.ts'

const file = assetPath('starter.sqlite')
const { database, digest } = openBundleDatabase(file)
const { norms: count } = database.prepare(NORM_COUNT).get() as { norms: number }
after(() => database.close())

async function scan(pattern: Pattern, { ranges = [{ start: 0, end: count }], longest = 60_000, bundle = digest } = {}) {
  const found: NormMatches[] = []
  const order = { file, digest: bundle, pattern, parts: ['heading', 'text'] as const }
  for await (const part of scanBundle(order, ranges, longest)) found.push(...part)
  return found
}

const refused = (kind: string, message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === kind && message.test(error.message)

test('leaving out texts by required strings changes no result', async () => {
  for (const written of ['Hafen\\w+ordnung|Boot', '\\w+gebühr', '(?:Kai|Steg)\\b', 'Rücksicht']) {
    const pattern = readPattern(written)
    assert(pattern.required.length > 0, written)
    const found = await scan(pattern)
    assert(found.length > 0, written)
    assert.deepEqual(found, await scan({ ...pattern, required: [] }), written)
  }
})

test('the index of words knows every norm that has some letters, whatever is around them', async () => {
  const rows = database
    .prepare(
      `SELECT heading, text FROM norm JOIN content ON content.id = norm.content WHERE ${isOfToday('norm')} ORDER BY norm.id`,
    )
    .all() as { heading: string; text: PackedText }[]
  const texts = rows.map(({ heading, text }) => `${heading}\n${unpackText(text)}`.toLowerCase())
  const words = [...new Set(texts.join('\n').match(/[a-zäöüß]{5,}/g))].filter((_, index) => index % 5 === 0)
  assert(words.length > 100)
  for (const word of words) {
    const letters = word.slice(1, -1)
    const norms = await normsWithLetters(rowsOf(database), [letters])
    const having = texts.flatMap((text, norm) => (text.includes(letters) ? [norm] : []))
    if (norms === undefined) assert(having.length * 4 > count, letters)
    else
      assert.deepEqual(
        having.filter((norm) => !norms.includes(norm)),
        [],
        letters,
      )
  }
  assert.deepEqual([...((await normsWithLetters(rowsOf(database), ['qqq'])) ?? [0])], [])
  assert.equal(await normsWithLetters(rowsOf(database), []), undefined)
})

test('ranges are searched in their order, each norm once', async () => {
  const all = await scan(readPattern('e'))
  const half = Math.floor(count / 2)
  const ranges = [
    { start: 0, end: half },
    { start: half, end: count },
  ]
  assert.deepEqual(await scan(readPattern('e'), { ranges }), all)
  assert.deepEqual(await scan(readPattern('e'), { ranges: [] }), [])
})

test('a pattern that tries too many ways is refused in time', async () => {
  const started = performance.now()
  const pattern = readPattern('(\\w+\\s?)+\\x01')
  await assert.rejects(scan(pattern, { longest: 1000 }), refused('invalid_input', /takes too long/))
  assert(performance.now() - started < 20_000)
})

test('a file that is no longer the opened bundle is refused', async () => {
  await assert.rejects(scan(readPattern('e'), { bundle: 'sha256:0' }), refused('not_ready', /has been replaced/))
})
