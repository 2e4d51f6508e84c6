import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { citationKey, ignoreEntries, ignoring } from '../../../src/commands/base/check/known-findings.ts'
import type { Corpus } from '../../../src/corpus/corpus.ts'
import { openCorpus } from '../../../src/dataset/open.ts'
import { checkText } from '../../../src/resolve/check-text.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const TEXT = '§ 1 MSGB, § 99\u00a0MSGB, § 7 HafenG, Art. 5 DSGVO, §\n8 MSGB.'

/** The citations that are left. */
async function left(...entries: string[]): Promise<string[]> {
  const isIgnored = await ignoring(corpus, entries)
  const { findings } = await checkText(corpus, TEXT)
  return findings.filter((finding) => !isIgnored(finding)).map(({ text }) => text.replace(/\s+/g, ' '))
}

describe('what is ignored', () => {
  it('laws by their names as they are compared everywhere, whether the corpus has them or not', async () => {
    const rest = ['§ 1 MSGB', '§ 99 MSGB', '§ 8 MSGB']
    assert.deepEqual(await left('dsgvo', 'Hafen-Gesetz'), rest)
    assert.deepEqual(await left('D S G V O', 'hafeng_2021'), rest)
    assert.deepEqual(await left('Möwensunder Stadtgesetzbuch'), ['§ 7 HafenG', 'Art. 5 DSGVO'])
  })

  it('single citations, however they are spaced', async () => {
    assert.deepEqual(await left('§99 MSGB', '§ 8 msgb'), ['§ 1 MSGB', '§ 7 HafenG', 'Art. 5 DSGVO'])
    assert.deepEqual(await left('§ 9 MSGB', '9'), await left())
  })

  it('no number runs into the next', () => {
    assert.notEqual(citationKey('§ 1 1 MSGB'), citationKey('§ 11 MSGB'))
    assert.equal(citationKey('§\u00a01  MSGB'), citationKey('§1 MSGB'))
  })

  it('a file has an entry a line, and comments', () => {
    const text = '# Gesetze\nDSGVO\n\n  § 99 MSGB   # Musterfall\r\nVOB/B#1\n'
    assert.deepEqual(ignoreEntries(text), ['DSGVO', '§ 99 MSGB', 'VOB/B#1'])
  })
})
