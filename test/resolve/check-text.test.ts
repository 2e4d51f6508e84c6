import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { addToSummary, type CheckOptions, checkText, emptySummary } from '../../src/resolve/check-text.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const check = (text: string, options?: CheckOptions) => checkText(corpus, text, options)

/** Each finding as its place, status and words. */
async function found(text: string, options?: CheckOptions): Promise<string[]> {
  const { findings } = await check(text, options)
  return findings.map(({ line, column, status, text }) => `${line}:${column} ${status} ${text}`)
}

describe('checking a text', () => {
  it('gives every status', async () => {
    const text =
      '§ 1 MSGB\n§ 8 MSGB\n§ 99 MSGB\n§ 1 Abs. 9 MSGB\n§ 1 BienHV\n§ 5 FooG\n§ 5 gilt\n§ abc MSGB\n§ 1 Abs. MSGB\nMSGB § 1xyz'
    assert.deepEqual(await found(text), [
      '1:1 resolved § 1 MSGB',
      '2:1 repealed § 8 MSGB',
      '3:1 not_found § 99 MSGB',
      '4:1 out_of_range § 1 Abs. 9 MSGB',
      '5:1 ambiguous § 1 BienHV',
      '6:1 unknown_law § 5 FooG',
      '7:1 unknown_law § 5',
      '8:1 unread § abc MSGB',
      '9:1 unread § 1 Abs. MSGB',
      '10:1 unread MSGB § 1xyz',
    ])
  })

  it('reads parts after the law, and skips none', async () => {
    assert.deepEqual(await found('§ 9 MSGB Abs. 1, § 1 MSGB I 2, §§ 1, 2 MSGB II\n§ 1 MSGB Abs. 2 MSGB\n§ 5 FooG I'), [
      '1:1 resolved § 9 MSGB Abs. 1',
      '1:18 out_of_range § 1 MSGB I 2',
      '1:32 resolved §§ 1',
      '1:38 out_of_range 2 MSGB II',
      '2:1 unread § 1 MSGB Abs. 2 MSGB',
      '3:1 unknown_law § 5 FooG I',
    ])
  })

  it('reads parts in front of the norm, and skips none, nor one joined to the law', async () => {
    assert.deepEqual(await found('§ 2 MSGB, Absatz 9 des § 1 MSGB\n§ 1 MSGB (9), § 1 MSGB, Abs. 9\n§ 1 MSGB S. 9'), [
      '1:1 resolved § 2 MSGB',
      '1:11 out_of_range Absatz 9 des § 1 MSGB',
      '2:1 out_of_range § 1 MSGB (9)',
      '2:15 unread § 1 MSGB, Abs. 9',
      '3:1 unread § 1 MSGB S. 9',
    ])
  })

  it('skips no norms after the law of the first', async () => {
    assert.deepEqual(await found('§§ 1 MSGB analog, 99 MSGB\n§ 1 MSGB i.V.m. 99 HafenG\n§§ 1 MSGB; 99 HafenG'), [
      '1:1 resolved §§ 1 MSGB',
      '1:19 not_found 99 MSGB',
      '2:1 resolved § 1 MSGB',
      '2:17 not_found 99 HafenG',
      '3:1 resolved §§ 1 MSGB',
      '3:12 not_found 99 HafenG',
    ])
  })

  it('checks the norms of commentaries whose law is named', async () => {
    const text =
      'Imker, MSGB, 3. Aufl. 2020, § 99 Rn. 5; Imker/Bär, MSGB, § 1 Rz. 3; § 99 Rn. 5 ff. MSGB; § 1 MSGB, § 2 Rn. 5'
    assert.deepEqual(await found(text), [
      '1:8 not_found MSGB, 3. Aufl. 2020, § 99',
      '1:52 resolved MSGB, § 1',
      '1:69 not_found § 99 Rn. 5 ff. MSGB',
      '1:90 resolved § 1 MSGB',
    ])
    const { findings, setAside } = await check('Imker/Bär, § 99 Rn. 5, und Imker, 3. Aufl., § 99 Anm. 5')
    assert.deepEqual([findings, setAside], [[], 2])
  })

  it('counts lines and columns in the source, offsets in code units', async () => {
    const source = '<p>😀 nach\r\n&sect;&nbsp;1 <b>MSGB</b></p>'
    const { findings } = await check(source, { format: 'html' })
    const [finding] = findings
    assert.deepEqual([finding?.line, finding?.column, finding?.text], [2, 1, '§\u00a01 MSGB'])
    assert.equal(source.slice(finding?.start, finding?.end), '&sect;&nbsp;1 <b>MSGB')
    assert.deepEqual(await found('😀 § 1 MSGB'), ['1:3 resolved § 1 MSGB'])
  })

  it('ends citations with the lines of the markup', async () => {
    assert.deepEqual(await found('<p>§ 1</p><p>MSGB</p>', { format: 'html' }), ['1:4 unknown_law § 1'])
    assert.deepEqual(await found('# § 1\nMSGB', { format: 'markdown' }), ['1:3 unknown_law § 1'])
    assert.deepEqual(await found('§ 1\nMSGB'), ['1:1 resolved § 1\nMSGB'])
  })

  it('gives the wording where that is asked for', async () => {
    const wording = async (options?: CheckOptions) => (await check('§ 1 MSGB', options)).findings[0]?.wording
    assert.match((await wording({ wording: true })) ?? '', /Rücksicht/)
    assert.equal(await wording(), null)
  })

  it('misses no end of a range or series', async () => {
    assert.deepEqual(await found('§§ 1 bis 2 MSGB'), ['1:1 resolved §§ 1 bis 2 MSGB', '1:1 resolved §§ 1 bis 2 MSGB'])
    for (const [text, message] of [
      ['§§ 32 bis 99 MSGB', 'MSGB has no § 99, where the range ends'],
      ['§§ 12x bis 14 MSGB', 'MSGB has no § 12x, where the range begins'],
      ['§§ 12x f. MSGB', 'MSGB has no § 12x (it goes from § 12aa to § 13)'],
    ] as const) {
      const missing = (await check(text)).findings.filter(({ status }) => status !== 'resolved')
      assert.deepEqual(
        missing.map(({ status, message }) => [status, message]),
        [['not_found', message]],
        text,
      )
    }
    assert.deepEqual(await found('§§ 1 bis 3 BienHV 2005'), ['1:1 ambiguous §§ 1 bis 3 BienHV 2005'])
    assert.deepEqual(await found('§ 12 f MSGB'), ['1:1 resolved § 12 f MSGB', '1:1 resolved § 12 f MSGB'])
    assert.deepEqual(await found('§ 14 Abs. 1 f. MSGB'), Array(2).fill('1:1 resolved § 14 Abs. 1 f. MSGB'))
    assert.deepEqual(await found('§§ 13 bis 12 MSGB'), [
      '1:1 resolved §§ 13 bis 12 MSGB',
      '1:1 unread §§ 13 bis 12 MSGB',
    ])
    assert.deepEqual(await found('§ 1 Abs. 2 bis 3 MSGB'), [
      '1:1 resolved § 1 Abs. 2 bis 3 MSGB',
      '1:1 resolved § 1 Abs. 2 bis 3 MSGB',
    ])
    assert.deepEqual(await found('§ 1 Abs. 3 bis 9 MSGB'), [
      '1:1 resolved § 1 Abs. 3 bis 9 MSGB',
      '1:1 out_of_range § 1 Abs. 3 bis 9 MSGB',
    ])
  })

  it('verifies no sentence of a number that cannot be there', async () => {
    assert.deepEqual(await found('§ 14 Abs. 1 Nr. 1 Satz 99 MSGB'), ['1:1 out_of_range § 14 Abs. 1 Nr. 1 Satz 99 MSGB'])
    const [finding] = (await check('§ 14 Abs. 1 Nr. 1 Satz 1 MSGB')).findings
    assert.deepEqual([finding?.class, finding?.subdivision, finding?.message], ['right', 'abs:1/satz:1/nr:1', null])
  })

  it('notes parts that are not checked', async () => {
    const [finding] = (await check('§ 1 Abs. 2 Halbsatz 2 MSGB')).findings
    assert.equal(finding?.status, 'resolved')
    assert.match(finding.message ?? '', /halbsatz[: ]2/i)
  })

  it('keeps its place among designations that are no citations', async () => {
    assert.deepEqual(await found('§ 3 des Mietvertrages, § 1 MSGB, Anlage 2, Anlage 1 FooV, § 2 MSGB'), [
      '1:24 resolved § 1 MSGB',
      '1:44 unknown_law Anlage 1 FooV',
      '1:59 resolved § 2 MSGB',
    ])
  })

  it('sets aside what cites no law, and reports annexes of unknown ones', async () => {
    const { findings, setAside } = await check('Anlage 2, § 3 des Mietvertrages, Anlage K 4, Anlage 1 FooV')
    assert.equal(setAside, 3)
    assert.deepEqual(
      findings.map(({ text, status, message }) => [text, status, message]),
      [['Anlage 1 FooV', 'unknown_law', 'the starter dataset has no law FooV']],
    )
  })

  it('sets rules of parties aside, and looks for a law of that name all the same', async () => {
    const text = '§ 3 der AGB der Beklagten, § 2 der Geschäftsordnung, § 7 unserer Satzung, § 1 des MSGB, § 5 der FooG'
    assert.deepEqual(await found(text), ['1:75 resolved § 1 des MSGB', '1:89 unknown_law § 5 der FooG'])
    assert.equal((await check(text)).setAside, 3)
  })

  it('reads a law in lower case before parts', async () => {
    assert.deepEqual(await found('Nach § 1 msgb Abs. 2 und § 1 sowie Abs. 3 gilt das.'), [
      '1:6 resolved § 1 msgb Abs. 2',
      '1:26 unknown_law § 1',
    ])
  })

  it('reads ranges of letters, and what follows them', async () => {
    assert.deepEqual(await found('§§ 7a–c, 9 MSGB'), [
      '1:1 resolved §§ 7a–c',
      '1:1 not_found §§ 7a–c',
      '1:10 resolved 9 MSGB',
    ])
  })

  it('reports parts without a norm only of laws that it knows', async () => {
    assert.deepEqual(await found('nach Abs. 2 MSGB und Abs. 2 FooG'), ['1:6 unread Abs. 2 MSGB'])
  })

  it('takes texts without anything', async () => {
    for (const text of ['', ' \n', 'nichts dergleichen'])
      assert.deepEqual(await check(text), { findings: [], quotations: [], setAside: 0 })
  })

  it('takes bad texts', async () => {
    const brackets = `${'('.repeat(200_000)}§ 1 MSGB${')'.repeat(200_000)}`
    assert.deepEqual(await found(brackets), ['1:200001 resolved § 1 MSGB'])
    assert.deepEqual(await found('\u200f§\u202e 1 MSGB'), ['1:2 resolved §\u202e 1 MSGB'])
    assert.equal((await check('§'.repeat(1_000_000))).findings.length, 0)
    assert.equal((await check('§ 1 MSGB, '.repeat(20_000))).findings.length, 20_000)
    assert.equal((await check('§ x MSGB, '.repeat(200_000))).findings.length, 200_000)
  })
})

it('the summary calls verified what leads to a norm in force, and nothing else', async () => {
  const summary = emptySummary()
  addToSummary(summary, await check('§ 1 MSGB, § 14 Abs. 1 Satz 1 Halbsatz 1 MSGB, § 1 MSGB a. F. und § 3.31 LeuchtFO'))
  const { by_class, verified, unverified, with_note } = summary
  assert.equal(summary.by_status.resolved, 4)
  assert.deepEqual([by_class.right, verified, unverified, with_note], [2, 2, 2, 1])
})

it('the summary counts', async () => {
  const summary = emptySummary()
  addToSummary(summary, await check('§ 1 MSGB, § 1 MSGB 2008, § 99 MSGB'))
  addToSummary(summary, await check('§ abc MSGB und § 3 des Mietvertrages'))
  assert.deepEqual(summary, {
    files: 2,
    citations: 4,
    verified: 1,
    unverified: 3,
    with_note: 0,
    set_aside: 1,
    by_status: { resolved: 2, repealed: 0, not_found: 1, out_of_range: 0, ambiguous: 0, unknown_law: 0, unread: 1 },
    by_class: { right: 1, wrong: 1, uncertain: 2, outside: 0 },
    misquoted: 0,
    quotations: { exact: 0, altered: 0, elsewhere: 0, not_found: 0 },
  })
})
