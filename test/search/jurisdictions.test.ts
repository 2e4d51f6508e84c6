/** Search over federal law beside law of other places. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { searchCorpus } from './search-corpus.ts'

const PLACES = { bund: 'de', bayern: 'de-by', schweiz: 'ch', regeln: 'x-moewe', romand: 'ch', union: 'eu' }
/** Federal law has the word once in a long text, the others in each heading. */
const textOf = (place: string) =>
  place === 'bund'
    ? `## § 1 Ordnung\n${'Der Hafen ist sauber zu halten, und die Schiffe sind zu melden. '.repeat(20)}Leinen sind zu prüfen.`
    : place === 'romand'
      ? '## Art. 1 Leinen\nLes Leinen doivent être vérifiées.'
      : '## § 1 Leinen\nLeinen sind zu prüfen. Leinen aus Hanf sind verboten.'

let folder: string
let corpus: Corpus
const opened: Corpus[] = []

async function build(name: string, places: readonly string[]): Promise<Corpus> {
  const from = join(folder, name)
  mkdirSync(from)
  for (const place of places) {
    const jurisdiction = PLACES[place as keyof typeof PLACES]
    const language = place === 'romand' ? 'fr' : 'de'
    const head = `code: ${place}o\ntitle: Ordnung ${place}\njurisdiction: ${jurisdiction}\nlanguage: ${language}`
    writeFileSync(join(from, `${place}.md`), `---\n${head}\n---\n${textOf(place)}\n`)
  }
  await buildBundle({ from, out: `${from}.sqlite`, search: true })
  const own = await openCorpus({ dataset: `${from}.sqlite` })
  opened.push(own)
  return own
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jurisdictions-'))
  corpus = await build('all', Object.keys(PLACES))
})
after(async () => {
  for (const each of opened) await each.close()
  rmSync(folder, { recursive: true })
})

const found = async (query: string, more: Parameters<typeof searchCorpus>[2] = {}, of = corpus) =>
  (await searchCorpus(of, query, more)).items.map(({ code }) => code)

test('federal law and that of the Union come first', async () => {
  const codes = await found('Leinen')
  assert.deepEqual(codes.slice(0, 2).toSorted(), ['bundo', 'uniono'])
  assert.equal(codes.length, 6)
})

test('unless the query names the place, in any form, or the law', async () => {
  for (const query of ['Leinen Bayern', 'Leinen bayern', 'bayerische Leinen'])
    assert.ok((await found(query)).indexOf('bayerno') < 2, query)
  assert.ok((await found('Leinen Schweiz')).indexOf('schweizo') < 2)
  assert.ok((await found('Leinen regelno')).indexOf('regelno') < 2)
  assert.deepEqual(await found('Leinen', { jurisdiction: 'de-by' }), ['bayerno'])
})

test('or has a word that only law of other places has', async () => {
  const lastOf = async (query: string) =>
    (await found(query)).filter((code) => !/^(?:uniono|romando)$/.test(code)).at(-1)
  assert.notEqual(await lastOf('Leinen prüfen'), 'bundo')
  const apart = await build('apart', ['bund', 'bayern'])
  assert.deepEqual(await found('Leinen prüfen', {}, apart), ['bundo', 'bayerno'])
  assert.deepEqual(await found('Leinen Hanf', {}, apart), ['bayerno', 'bundo'])
})

test('without federal law no place comes first, but a language does', async () => {
  const cantons = await build('cantons', ['schweiz', 'romand', 'bayern'])
  assert.equal((await found('Leinen', {}, cantons)).at(-1), 'romando')
})
