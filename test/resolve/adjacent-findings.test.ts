import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { citationsWithNotes } from '../../src/resolve/complete-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

describe('findings that touch each other', () => {
  const cases: [text: string, ...findings: string[]][] = [
    ['§ 1 MSGB§ abc MSGB', '0-8 resolved', '8-18 unread'],
    ['§ abc MSGB§ 1 MSGB', '0-10 unread', '10-18 resolved'],
    ['§ abc MSGB§ abc MSGB', '0-10 unread', '10-20 unread'],
    ['§ 99 MSGB§§', '0-9 not_found'],
    ['§ 1 MSGB, Abs. 9§ 2 MSGB', '0-16 unread', '16-24 resolved'],
    ['§ 1 MSGB (Abs. 1)Abs. 9 in § 2 MSGB', '0-17 unread', '17-35 unread'],
  ]
  for (const [text, ...expected] of cases) {
    it(`stay apart: ${text}`, async () => {
      const { findings } = await checkText(corpus, text)
      assert.deepEqual(
        findings.map(({ start, end, status }) => `${start}-${end} ${status}`),
        expected,
      )
      for (const { text: words, start, end } of findings) assert.equal(text.slice(start, end), words)
    })
  }
})

describe('a part between two norms', () => {
  it('is that of the norm before it where it was read with it', async () => {
    const text = '§ 2 MSGB Abs. 1 in § 1 MSGB'
    const { findings } = await checkText(corpus, text)
    assert.deepEqual(
      findings.map(({ text, status }) => [text, status]),
      [
        ['§ 2 MSGB Abs. 1', 'out_of_range'],
        ['§ 1 MSGB', 'resolved'],
      ],
    )
    const cited = await citationsWithNotes(corpus, text, {})
    assert.equal(cited[1]?.message, null)
  })

  it('may be of either where it only touches the one before it: both have a note', async () => {
    const cited = await citationsWithNotes(corpus, 'MSGB § 1 (1)Abs. 9 in § 2 MSGB', {})
    assert.deepEqual(
      cited.map(({ norm, message }) => [norm, /^the part .* is not read/.test(message ?? '')]),
      [
        ['par:1', true],
        ['par:2', true],
      ],
    )
  })
})
