/** The pages of norms and laws lead on: to neighbours, citations and parts. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { lawPage } from '../../../../src/cli/terminal/pages/law-page.ts'
import { normPage } from '../../../../src/cli/terminal/pages/norm-page.ts'
import { displayWidth } from '../../../../src/cli/terminal/width.ts'
import { openCorpus } from '../../../../src/dataset/open.ts'
import { law } from '../../../../src/operations/law.ts'
import { norm } from '../../../../src/operations/norm.ts'
import { parseInput } from '../../../../src/operations/operation.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

const plain = { width: 80, colour: false }

async function normLines(code: string, path: string, changes: object = {}): Promise<string[]> {
  const answer = await norm.run(corpus, { code, norm: path })
  return (await normPage(corpus, { ...answer, ...changes }, plain)).split('\n')
}

async function lawPageOf(input: Record<string, unknown>): Promise<string> {
  return lawPage(await law.run(corpus, parseInput(law, input)), plain)
}

describe('the page of a norm ends', () => {
  test('with the norms next to it, and the numbers of its citations', async () => {
    assert.deepEqual((await normLines('msgb', 'par:7')).slice(-5), [
      '',
      'Wording    published since 2024-06-01: legal-text history msgb par:7',
      'Previous   §§ 3 bis 6 (weggefallen)',
      'Next       § 7a Elektronische Erklärung',
      'Citations  cites 1 norm, cited by 2 norms: legal-text related msgb par:7',
    ])
    const ofAct = await normLines('32024r9901', 'art:1')
    assert(ofAct.includes('Wording    valid since 2024-05-01: legal-text history 32024r9901 art:1'))
    const narrow = { width: 60, colour: false }
    const page = await normPage(corpus, await norm.run(corpus, { code: 'msgb', norm: 'par:7' }), narrow)
    assert(page.endsWith('\nCitations  cites 1 norm, cited by 2 norms\n           legal-text related msgb par:7'))
  })

  test('with what there is: the first and the last norm of a law, none that is cited', async () => {
    const first = (await normLines('msgb', 'toc:1')).slice(-2)
    assert.deepEqual(first, ['Next       § 1 Rücksicht und Redlichkeit', 'Citations  cites none, cited by none'])
    assert((await normLines('msgb', 'annex:1')).every((line) => !line.startsWith('Next ')))
  })

  test('with a line for each, however long the headings are, without control characters', async () => {
    const next_norm = { norm: 'par:2', label: '§ 2', heading: 'Wort \u001b[31m'.repeat(40), status: 'in_force' }
    const counts = { cites: { total: 1234, norms: 2 }, cited_by: { total: 2000, norms: 1999 } }
    const lines = await normLines('msgb', 'par:1', { next_norm, citation_counts: counts })
    assert.match(lines.at(-3) ?? '', /^Next {7}§ 2 Wort .* …$/)
    assert(lines.every((line) => displayWidth(line) <= plain.width && !line.includes('\u001b')))
    assert.equal(lines.at(-2), 'Citations  cites 2 norms (1,234 times), cited by 1,999 norms (2,000 times)')
  })

  test('with the path of a norm that has neither designation nor heading', async () => {
    const previous_norm = { norm: 'text:1', label: '', heading: '', status: 'in_force' }
    assert((await normLines('msgb', 'par:1', { previous_norm })).includes('Previous   text:1'))
  })

  test('on every screen within its width', async () => {
    for (const { code } of (await corpus.laws({})).items) {
      for (const { norm: path } of await corpus.outline(code)) {
        const answer = await norm.run(corpus, { code, norm: path })
        for (const width of [40, 60, 250]) {
          const lines = (await normPage(corpus, answer, { width, colour: true, links: true })).split('\n')
          assert(lines.every((line) => displayWidth(line) <= width || /https?:/.test(line)))
        }
      }
    }
  })
})

describe('the page of a law', () => {
  test('of some levels has headings with their ranges, and the command for one of them', async () => {
    const page = await lawPageOf({ code: 'msgb', depth: 1 })
    assert.match(page, /\nTo open a part {2}legal-text law msgb --part 'Buch 1'\n/)
    assert(
      page.endsWith(
        '\n\nInhaltsübersicht\nBuch 1 Allgemeiner Teil (§§ 1–12aa)\nBuch 2 Verträge (§§ 13–22)\nBuch 3 Nachbarn, Bienen und Bücher (§§ 23–32)\nAnlage  (zu § 14 Absatz 2) Berechnung des Liegegelds',
      ),
    )
  })

  test('for a part has its place, and its contents only', async () => {
    assert.equal(
      await lawPageOf({ code: 'msgb', part: 'Buch 2 Abschnitt 1' }),
      `Möwensunder Stadtgesetzbuch

Code           msgb
Part           Buch 2 Verträge › Abschnitt 1 Überlassung und Haftung (§§ 13–15)
Amended up to  2024-02-29
Source         https://recht.example/msgb/index.html
Norms          3 of 29
To read one    legal-text norm msgb "§ 13"

§ 13  Antrag und Annahme
§ 14  Pflichten bei der Überlassung eines Liegeplatzes
§ 15  Haftung`,
    )
  })

  test('for the levels of a part names the parts in it', async () => {
    assert.match(
      await lawPageOf({ code: 'msgb', part: 'Buch 3', depth: 1 }),
      /To open a part {2}legal-text law msgb --part 'Buch 3 Titel 1'\n\nTitel 1 Bienen und Leuchtfeuer \(§§ 23–24\)\n/,
    )
  })

  test('with all its levels names no part to open, even if headings have a text of their own', async () => {
    assert.match(await lawPageOf({ code: 'msgbeg', depth: 2 }), /\nTo open a part {2}.* 'Zweiter Teil'\n/)
    assert.doesNotMatch(await lawPageOf({ code: 'msgbeg', depth: 20 }), /To open a part/)
    assert.match(await lawPageOf({ code: 'msgbeg', part: 'Art 9' }), /› Art 9 Muster\n(.*\n)*Norms +2 of 18\n/)
  })

  test('that is long says how to list less', async () => {
    const whole = await law.run(corpus, { code: 'msgb' })
    const norms = Array.from({ length: 10 }, () => whole.norms).flat()
    assert.match(lawPage({ ...whole, norms }, plain), /\nTo list less {3}legal-text law msgb --depth 1\n/)
    assert.doesNotMatch(lawPage(whole, plain), /To list less/)
  })
})
