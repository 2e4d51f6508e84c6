import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { HEADS } from '../../src/citation/grammar/lexicon.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { norm } from '../../src/operations/norm.ts'
import { designatedNorms, type NamedNorm, readNamedNorms } from '../../src/resolve/named-norm.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'
import { LegalTextError } from '../../src/util/errors.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

it('a simple designation leads to the same norm as a citation of the same words', async () => {
  let resolved = 0
  for (const { code, abbreviation } of (await corpus.laws({})).items) {
    const numbers = (await corpus.outline(code)).flatMap(({ norm }) => /(?:par|art):(\d+[a-z]?)/.exec(norm)?.[1] ?? [])
    for (const number of new Set([...numbers, '5', '99'])) {
      for (const part of ['', ' Abs. 1', ' Absatz 2 Satz 1', ' Abs. 1 Nr. 1', ' Satz 1', ' S. 2', ' Abs. 99']) {
        for (const sign of ['§', '§ ', 'Art. ', 'Artikel ']) {
          const text = `${sign}${number}${part} ${abbreviation}`
          const [citation] = await resolveCitations(corpus, text, { notesEffect: false })
          if (citation === undefined || citation.norm === null || citation.status === 'out_of_range') continue
          const { subdivision, message } = citation
          const norm = subdivision === null ? citation.norm : `${citation.norm}/${subdivision}`
          const expected = { text: citation.text, code: citation.code, norm, ...(message && { note: message }) }
          const [{ cite_as: _cite, successors: _successors, ...named } = {}] = (await readNamedNorms(
            corpus,
            text,
          )) as Partial<NamedNorm>[]
          assert.deepEqual(named, expected, text)
          resolved++
        }
      }
    }
  }
  assert(resolved > 400, String(resolved))
})

/** The norms that a text names, or the error messages. */
async function named(text: string): Promise<string[]> {
  const norms = await readNamedNorms(corpus, text)
  return norms.map((norm) => (norm instanceof LegalTextError ? norm.message : `${norm.code} ${norm.norm}`))
}

it('a slash between numbers is never two norms that were not meant', async () => {
  for (const text of ['5/1 MSGBEG', 'MSGBEG 5/1']) assert.deepEqual(await named(text), ['MSGBEG 5/1'], text)
  for (const text of ['Art. 5/1 MSGBEG', 'MSGBEG Art. 5/1'])
    assert.deepEqual(await named(text), ['MSGBEG Art. 5/1'], text)
  assert.equal((await norm.run(corpus, { code: 'msgbeg', norm: '5/1' })).norm, 'art:5/par:1')
  for (const text of ['MSGBEG 5 / 1', '5 / 1 MSGBEG']) assert.deepEqual(await named(text), ['MSGBEG 5 / 1'], text)
  assert.deepEqual(await named('MSGBEG 5/1 Abs. 1'), ['MSGBEG 5/1 Abs. 1'])
  assert.deepEqual(await named('§§ 14/15 MSGB'), ['msgb par:14', 'msgb par:15'])
  for (const text of ['§ 14/1 MSGB', '5/1/2 MSGBEG', '§§ 14/1 und 2 MSGB']) {
    const message = `the slash in "${text}" is not read; write "§§ 433, 434 BGB", "§ 433 Abs. 1 BGB" or "Art. 246a § 1 EGBGB"`
    await assert.rejects(named(text), { kind: 'invalid_input', message }, text)
  }
})

it('a second law or a part apart from its norm is an error in each form, other words are a note', async () => {
  const law = [
    '§ 1 MSGB MSGBEG',
    '§ 1 MSGB, MSGBEG',
    '§ 1 MSGB und MSGBEG',
    'MSGBEG § 1 MSGB',
    '§ 1 MSGB Abs. 2 MSGBEG',
  ]
  for (const text of law) {
    const message = '"MSGBEG" is a second law, which is not read; name one law for each norm'
    await assert.rejects(named(text), { kind: 'invalid_input', message }, text)
  }
  for (const text of ['§ 1 MSGB, Abs. 2', '§ 1 MSGB; Abs. 2', '§ 1 MSGB und Abs. 2']) {
    const message = '"Abs. 2" after the law is not read; put it before the law, as in "§ 433 Abs. 1 BGB"'
    await assert.rejects(named(text), { kind: 'invalid_input', message }, text)
  }
  await assert.rejects(named('Abs. 2 § 1 MSGB'), { kind: 'invalid_input', message: /^"Abs. 2" before the norm/ })
  for (const text of ['§ 1 MSGB analog', '§ 1 MSGB a. F.', '§ 1 MSGB blah', '1. § 1 MSGB'])
    assert.deepEqual(await named(text), ['msgb par:1'], text)
})

it('a law in lower case may be followed by a part', async () => {
  for (const text of ['§ 1 msgb abs. 2', '§ 1 msgb Abs. 2', '§ 1 MSGB Abs. 2', '§ 1 msgb (2)'])
    assert.deepEqual(await named(text), ['msgb par:1/abs:2'], text)
})

it('a name next to a norm that no law has is told as such', async () => {
  for (const text of ['§ 1 Foo IV', 'Foo IV § 1', '§ 1 Abs. 2 Foo IV']) {
    const message = /^the starter dataset has no law Foo IV\b/
    await assert.rejects(named(text), { kind: 'not_found', message }, text)
  }
  await assert.rejects(named('§ 1 der Hausordnung'), { kind: 'not_found', message: /has no law Hausordnung/ })
  for (const text of ['§ 1', '§ 1 analog', '§ 1 steht in dem Buch'])
    await assert.rejects(named(text), { kind: 'invalid_input', message: /names no law/ }, text)
})

it('an error has the path of the norm that was looked for', async () => {
  for (const [text, path] of [
    ['§ 1 Abs. 1 Satz 2 MSGB', 'par:1/abs:1/satz:2'],
    ['§ 1 Abs. 9 MSGB', 'par:1/abs:9'],
    ['§ 99 MSGB', 'par:99'],
    ['Art. 5 § 99 Abs. 1 MSGBEG', 'art:5/par:99/abs:1'],
  ] as const) {
    const [error] = await readNamedNorms(corpus, text)
    assert(error instanceof LegalTextError)
    assert.equal(error.details.norm, path, text)
  }
})

it('an act of the Union that the corpus lacks is one error, before and after its article', async () => {
  const missing = ['VO (EU) 2016/679 is law of the European Union (CELEX 32016R0679), which the starter dataset lacks']
  for (const text of ['VO (EU) 2016/679 Art. 6', 'Art. 6 VO (EU) 2016/679', 'VO (EU) 2016/679']) {
    assert.deepEqual(await named(text), missing, text)
  }
  assert.deepEqual(await named('VO (EU) 2016/679; Art. 6'), [...missing, 'no law is named'])
})

it('search finds all norms that a query designates, with a number or without one', async () => {
  let found = 0
  for (const { abbreviation } of (await corpus.laws({})).items) {
    for (const head of [...HEADS.keys(), '§', 'Annex', 'Recital', 'EG', 'bgb']) {
      const word = head.charAt(0).toUpperCase() + head.slice(1)
      for (const number of ['', ' I', ' A', ' 1']) {
        const text = `Hafen ${word}${number} ${abbreviation}`
        const citations = await resolveCitations(corpus, text, { wording: false, suggestions: false })
        const expected = citations.filter(({ norm }) => norm !== null).map(({ code, norm }) => ({ code, norm }))
        const designated = (await designatedNorms(corpus, text)).map(({ code, norm }) => ({ code, norm }))
        assert.deepEqual(designated.slice(0, expected.length), expected, text)
        found += expected.length
      }
    }
  }
  assert(found > 100)
})
