import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

/** Each citation as its words, status and target. */
async function cited(text: string) {
  return (await resolveCitations(corpus, text)).map((citation) => {
    assert.equal(text.slice(citation.start, citation.end), citation.text)
    const { code, norm, subdivision } = citation
    return [citation.text, citation.status, [code, norm, subdivision].filter((part) => part !== null).join(' ')]
  })
}

describe('citations', () => {
  const cases: [text: string, ...citations: [string, string, string][]][] = [
    ['nach § 1 Abs. 2 MSGB gilt', ['§ 1 Abs. 2 MSGB', 'resolved', 'msgb par:1 abs:2']],
    ['Art. 5 § 2 MSGBEG', ['Art. 5 § 2 MSGBEG', 'resolved', 'msgbeg art:5/par:2']],
    ['§ 1 des Hafengesetzes', ['§ 1 des Hafengesetzes', 'resolved', 'hafeng_2021 par:1']],
    ['§ 1 des Möwensunder Stadtgesetzbuchs', ['§ 1 des Möwensunder Stadtgesetzbuchs', 'resolved', 'msgb par:1']],
    ['§ 1 MSGB-Bund', ['§ 1 MSGB-Bund', 'resolved', 'msgb par:1']],
    ['msgb 12', ['msgb 12', 'resolved', 'msgb par:12']],
    ['§ 8 MSGB', ['§ 8 MSGB', 'repealed', 'msgb par:8']],
    ['§ 4 MSGB', ['§ 4 MSGB', 'repealed', 'msgb par:3-6']],
    ['§ 99 MSGB', ['§ 99 MSGB', 'not_found', 'msgb']],
    ['§ 1 Abs. 9 MSGB', ['§ 1 Abs. 9 MSGB', 'out_of_range', 'msgb par:1 abs:9']],
    ['§ 14 Abs. 1 Nr. 1a MSGB', ['§ 14 Abs. 1 Nr. 1a MSGB', 'resolved', 'msgb par:14 abs:1/satz:1/nr:1/buchst:a']],
    ['§ 14 Abs. 1 Nr. 1x MSGB', ['§ 14 Abs. 1 Nr. 1x MSGB', 'out_of_range', 'msgb par:14 abs:1/nr:1x']],
    ['Anlage I Nr. 2 Hafengesetz', ['Anlage I Nr. 2 Hafengesetz', 'resolved', 'hafeng_2021 annex:1 nr:2']],
    ['Anlage 1 Nr. 2 Hafengesetz', ['Anlage 1 Nr. 2 Hafengesetz', 'resolved', 'hafeng_2021 annex:1 nr:2']],
    ['Anlage 1 Nr. 9 Hafengesetz', ['Anlage 1 Nr. 9 Hafengesetz', 'out_of_range', 'hafeng_2021 annex:1 nr:9']],
    [
      'Anlage 1 lfd. Nr. 4 zu den §§ 7, 1 Hafengesetz',
      ['Anlage 1 lfd. Nr. 4', 'resolved', 'hafeng_2021 annex:1 nr:4'],
      ['§§ 7', 'resolved', 'hafeng_2021 par:7'],
      ['1 Hafengesetz', 'resolved', 'hafeng_2021 par:1'],
    ],
    ['§ 1 BienHV', ['§ 1 BienHV', 'ambiguous', '']],
    ['§ 4 BienHV 1998', ['§ 4 BienHV 1998', 'ambiguous', 'bienhv_1998']],
    ['§ 5 FooG', ['§ 5 FooG', 'unknown_law', '']],
    [
      '§ 1 i. V. m. § 7 Abs. 1a MSGB',
      ['§ 1', 'resolved', 'msgb par:1'],
      ['§ 7 Abs. 1a MSGB', 'resolved', 'msgb par:7 abs:1a'],
    ],
    [
      '§§ 12, 13 und 99 MSGB',
      ['§§ 12', 'resolved', 'msgb par:12'],
      ['13', 'resolved', 'msgb par:13'],
      ['99 MSGB', 'not_found', 'msgb'],
    ],
    [
      '§§ 3 bis 7a MSGB',
      ['§§ 3 bis 7a MSGB', 'repealed', 'msgb par:3-6'],
      ['§§ 3 bis 7a MSGB', 'resolved', 'msgb par:7'],
      ['§§ 3 bis 7a MSGB', 'resolved', 'msgb par:7a'],
    ],
    [
      '§ 1 Abs. 1 bis 2 und 3 MSGB',
      ['§ 1 Abs. 1 bis 2 und 3 MSGB', 'resolved', 'msgb par:1 abs:1'],
      ['§ 1 Abs. 1 bis 2 und 3 MSGB', 'resolved', 'msgb par:1 abs:2'],
      ['§ 1 Abs. 1 bis 2 und 3 MSGB', 'resolved', 'msgb par:1 abs:3'],
    ],
    ['§§ 1 f. MSGB', ['§§ 1 f. MSGB', 'resolved', 'msgb par:1'], ['§§ 1 f. MSGB', 'resolved', 'msgb par:2']],
    ['§ 1 f MSGB', ['§ 1 f MSGB', 'resolved', 'msgb par:1'], ['§ 1 f MSGB', 'resolved', 'msgb par:2']],
    ['§ 99 f MSGB', ['§ 99 f MSGB', 'not_found', 'msgb']],
    ['§ 5 f FooG', ['§ 5 f FooG', 'unknown_law', '']],
    [
      '§§ 1, 10000, 2 MSGB',
      ['§§ 1', 'resolved', 'msgb par:1'],
      ['10000', 'not_found', 'msgb'],
      ['2 MSGB', 'resolved', 'msgb par:2'],
    ],
    [
      '§ 1 Abs. 1 f. MSGB',
      ['§ 1 Abs. 1 f. MSGB', 'resolved', 'msgb par:1 abs:1'],
      ['§ 1 Abs. 1 f. MSGB', 'resolved', 'msgb par:1 abs:2'],
    ],
    ['§ 5 i. V. m. § 7 FooG', ['§ 5', 'unknown_law', ''], ['§ 7 FooG', 'unknown_law', '']],
    ['§§ 1 MSGB, 2 FooG', ['§§ 1 MSGB', 'resolved', 'msgb par:1'], ['2 FooG', 'unknown_law', '']],
    ['§ 1 MSGB, 99 MSGB', ['§ 1 MSGB', 'resolved', 'msgb par:1'], ['99 MSGB', 'not_found', 'msgb']],
    ['§ 5 FooG; 2 MSGB', ['§ 5 FooG', 'unknown_law', ''], ['2 MSGB', 'resolved', 'msgb par:2']],
    ['§ 1 MSGB und 2 FooG', ['§ 1 MSGB', 'resolved', 'msgb par:1']],
    ['§ 1 MSGB, 3 MSGB-Kommentare', ['§ 1 MSGB', 'resolved', 'msgb par:1']],
    [
      'MSGB § 1, § 2; § 7',
      ['MSGB § 1', 'resolved', 'msgb par:1'],
      ['§ 2', 'resolved', 'msgb par:2'],
      ['§ 7', 'unknown_law', ''],
    ],
    ['§ 1 MSGB, § 2', ['§ 1 MSGB', 'resolved', 'msgb par:1'], ['§ 2', 'unknown_law', '']],
    ['§ 1 MSGB der DDR', ['§ 1 MSGB der DDR', 'unknown_law', '']],
    ['§ 1 MSGB (Berlin)', ['§ 1 MSGB (Berlin)', 'unknown_law', '']],
    ['§ 1 MSGB NRW', ['§ 1 MSGB NRW', 'unknown_law', '']],
    ['Richtlinie 2005/29/EG', ['Richtlinie 2005/29/EG', 'unknown_law', '']],
    [
      'Art. 4 VO (EU) 2016/679 und 69/335/EWG nach § 1 MSGB',
      ['Art. 4 VO (EU) 2016/679', 'unknown_law', ''],
      ['69/335/EWG', 'unknown_law', ''],
      ['§ 1 MSGB', 'resolved', 'msgb par:1'],
    ],
    ['Müller, MSGB, 3. Aufl., § 1 Rn. 5'],
    ['§ 1 MSGB Rn. 5', ['§ 1 MSGB', 'resolved', 'msgb par:1']],
    ['nichts dergleichen'],
  ]
  for (const [text, ...expected] of cases) {
    it(JSON.stringify(text), async () => assert.deepEqual(await cited(text), expected))
  }

  it('carry the wording of what is cited', async () => {
    const [whole] = await resolveCitations(corpus, '§ 12 MSGB')
    assert.equal(whole?.wording, (await corpus.norm('msgb', 'par:12'))?.text)
    const [part] = await resolveCitations(corpus, '§ 12 Abs. 1 MSGB')
    assert.match(part?.wording ?? '', /^\(1\) /)
  })

  it('say what is wrong, and what may be meant', async () => {
    const [missing] = await resolveCitations(corpus, '§ 99 MSGB')
    assert.match(missing?.message ?? '', /MSGB has no § 99 \(it ends with § 32\)/)
    assert.ok((missing?.suggestions?.length ?? 0) > 0)
    const [ambiguous] = await resolveCitations(corpus, '§ 1 BienHV')
    assert.deepEqual(
      ambiguous?.candidates?.map(({ code }) => code),
      ['bienhv_1998', 'bienhv_2005'],
    )
    const [edition] = await resolveCitations(corpus, '§ 1 MSGB 2008')
    assert.match(edition?.message ?? '', /names an edition \(MSGB 2008\)/)
    for (const text of ['§ 1 MSGB a.F.', '§ 1 a. F. MSGB', '§ 1 MSGB (aF)']) {
      const [old] = await resolveCitations(corpus, text)
      assert.match(old?.message ?? '', /an edition \(/, text)
    }
    const [part] = await resolveCitations(corpus, '§ 12 Abs. 1 Halbs. 2 MSGB')
    assert.match(part?.message ?? '', /names Halbsatz 2 of it/)
  })

  it('tell the name of a law that the corpus does not have', async () => {
    for (const [text, ...names] of [
      ['§ 5 i. V. m. § 7 FooG', 'FooG', 'FooG'],
      ['§ 5 des Gesetzes über den Honig', 'Gesetzes über den Honig'],
      ['Art. 6 Abs. 1 DSGVO', 'DSGVO'],
      ['Richtlinie 2005/29/EG', 'Richtlinie 2005/29/EG'],
    ]) {
      const citations = await resolveCitations(corpus, text as string)
      assert.deepEqual(
        citations.map(({ abbreviation }) => abbreviation),
        names,
      )
      assert.ok(
        citations.every(({ code, message, abbreviation }) => code === null && message?.includes(`${abbreviation}`)),
      )
    }
  })
})
