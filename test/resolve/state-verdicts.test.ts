import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import { readLawState } from '../../src/import/gii/state-notes.ts'
import type { Corpus, Norm } from '../../src/model/corpus.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'
import { shownPart } from '../../src/resolve/select-subdivision.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** The corpus, with this state note on every law. */
function saying(...notes: string[]): Corpus {
  const { state } = readLawState(notes.map((text) => ({ type: 'Hinweis', text })))
  return new Proxy(corpus, {
    get(target, key) {
      const answer = key === 'lawState' ? async () => state : Reflect.get(target, key)
      return typeof answer === 'function' ? answer.bind(target) : answer
    },
  })
}

/** Class and message of a text's only citation. */
async function judged(text: string, of: Corpus, today: string) {
  const citations = await resolveCitations(of, text, { today })
  assert.equal(citations.length, 1, text)
  return [citations[0]?.class, citations[0]?.message ?? null]
}

describe('a citation of a law that ends', () => {
  const note = 'Das G tritt gem. § 9 am 1.7.2033 außer Kraft'
  it('is right until then, with a note, and wrong from then on', async () => {
    const coming = `it ends on 2033-07-01, as its source says: ${note}`
    assert.deepEqual(await judged('§ 1 MSGB', saying(note), '2033-06-30'), ['right', coming])
    const ended = `it ended on 2033-07-01, as its source says: ${note}`
    assert.deepEqual(await judged('§ 1 MSGB', saying(note), '2033-07-01'), ['wrong', ended])
  })

  it('is right on a day after the end of which the law ends', async () => {
    const of = saying('Das G tritt gem. § 9 mit Ablauf des 31.12.2033 außer Kraft')
    assert.equal((await judged('§ 1 MSGB', of, '2033-12-31'))[0], 'right')
    assert.equal((await judged('§ 1 MSGB', of, '2034-01-01'))[0], 'wrong')
  })

  it('is right if the end was taken back, or is that of another act', async () => {
    for (const other of [
      `${note}; die Geltung dieses G ist über den 1.7.2033 hinaus verlängert worden`,
      'V aufgeh. durch § 5 HafG mWv 1.7.2033, dadurch gilt § 13 über den 30.6.2033 hinaus fort',
      'Die zugehörige V v. 1.2.2030 I Nr. 9 tritt gem. § 2 dieser V am 1.7.2033 außer Kraft',
      'Das G tritt an dem Tag außer Kraft, an dem das Abkommen außer Kraft tritt',
    ]) {
      assert.deepEqual(await judged('§ 1 MSGB', saying(other), '2040-01-01'), ['right', null], other)
    }
  })

  it('is judged by its own norm if only some of them end', async () => {
    const excepted = saying('Das G tritt mit Ausnahme des § 1 am 1.7.2033 außer Kraft')
    assert.equal((await judged('§ 1 MSGB', excepted, '2040-01-01'))[0], 'right')
    assert.equal((await judged('§ 2 MSGB', excepted, '2040-01-01'))[0], 'wrong')
    const named = saying('§§ 2 und 3 treten gem. § 9 am 1.7.2033 außer Kraft')
    assert.equal((await judged('§ 1 MSGB', named, '2040-01-01'))[0], 'right')
    assert.equal((await judged('§ 2 MSGB', named, '2040-01-01'))[0], 'uncertain')
    assert.equal((await judged('§ 2 MSGB', named, '2033-01-01'))[0], 'right')
  })
})

describe('a citation of a law whose text lacks an amendment', () => {
  const note = 'Änderung durch Art. 1 Nr. 1 bis 9 G v. 5.6.2033 I Nr. 40 mWv 1.7.2033 noch nicht berücksichtigt'
  it('is right until the amendment takes effect, with a note, and then uncertain', async () => {
    const coming = `the text lacks a coming amendment: ${note}`
    assert.deepEqual(await judged('§ 1 MSGB', saying(note), '2033-06-30'), ['right', coming])
    const past = `the text lacks an amendment that may have changed it: ${note}`
    assert.deepEqual(await judged('§ 1 MSGB', saying(note), '2033-07-01'), ['uncertain', past])
  })

  it('is not wrong for a norm or a part that the amendment may have added', async () => {
    for (const text of ['§ 999 MSGB', '§ 1 Abs. 99 MSGB']) {
      assert.equal((await judged(text, saying(note), '2033-07-01'))[0], 'uncertain', text)
      assert.equal((await judged(text, saying(note), '2033-06-30'))[0], 'wrong', text)
    }
  })

  it('is told of a missing norm or part where other notes are left out', async () => {
    const said = async (text: string) =>
      (await resolveCitations(saying(note), text, { today: '2033-07-01', notesEffect: false }))[0]?.message ?? ''
    for (const text of ['§ 999 MSGB', '§ 1 Abs. 99 MSGB']) assert.match(await said(text), /the text lacks an amendment/)
    assert.equal(await said('§ 1 MSGB'), '')
  })

  it('says so of a missing part by the day of the question', async () => {
    const norm = await corpus.norm('msgb', 'par:1')
    const { state } = readLawState([{ type: 'Hinweis', text: note }])
    const ask = (day: string) => () =>
      shownPart({ ...(norm as Norm), pending: state.pending }, [{ kind: 'abs', value: '99' }], day)
    assert.throws(ask('2033-07-01'), /the text lacks an amendment/)
    assert.throws(ask('2033-06-30'), (error: Error) => !/amendment/.test(error.message))
  })

  it('is uncertain only if it is named, where the source names norms', async () => {
    const of = saying(
      'Änderung der §§ 2 bis 4 durch Art. 1 G v. 5.6.2033 I Nr. 40 mWv 1.7.2033 noch nicht berücksichtigt',
    )
    assert.deepEqual(await judged('§ 1 MSGB', of, '2040-01-01'), ['right', null])
    assert.equal((await judged('§ 2 MSGB', of, '2040-01-01'))[0], 'uncertain')
  })

  it('is uncertain if no day is named, but not for a republication', async () => {
    const [undated, republished] = [
      'Änderung durch Art. 1 G v. 5.6.2033 I Nr. 40 noch nicht berücksichtigt',
      'Neufassung gem. Bekanntmachung v. 5.6.2033 I Nr. 40 noch nicht berücksichtigt',
    ]
    assert.equal((await judged('§ 1 MSGB', saying(undated), '2033-06-06'))[0], 'uncertain')
    assert.equal((await judged('§ 1 MSGB', saying(republished), '2033-06-06'))[0], 'right')
    assert.equal((await judged('§ 1 MSGB', saying(republished, note), '2033-07-01'))[0], 'uncertain')
  })

  it('is judged so by check, too', async () => {
    const { findings } = await checkText(saying(note), 'Vgl. § 1 MSGB.', { today: '2033-07-01' })
    assert.deepEqual(
      findings.map((finding) => finding.class),
      ['uncertain'],
    )
  })
})
