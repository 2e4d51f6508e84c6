import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, Norm } from '../../src/model/corpus.ts'
import { readDocument } from '../../src/read-text/files/read-document.ts'
import type { TextFormat } from '../../src/read-text/format.ts'
import { corpusOf } from '../../src/resolve/as-of.ts'
import { type CheckedText, checkText } from '../../src/resolve/check-text.ts'
import { random } from '../citation/random.ts'
import { odt } from '../read-text/files/open-document.ts'
import { docx, p, r } from '../read-text/files/word.ts'
import { drawCases, sentencesOf } from './quotation-cases.ts'

let corpus: Corpus
before(async () => {
  corpus = await openCorpus({ dataset: 'starter' })
})
after(() => corpus.close())

const check = (text: string, format: TextFormat = 'plain') => checkText(corpus, text, { format, quotations: true })
const verdictsOf = ({ quotations }: CheckedText) =>
  quotations.map(({ verdict, cited }) => (cited === null ? `${verdict} without a citation` : verdict)).join(', ')

const FIRST =
  'Wer in der Stadt ein Recht ausübt oder eine Pflicht erfüllt, ist seinem Gegenüber Rücksicht und Redlichkeit schuldig.'
const THIRD = 'Gegen Absatz 1 handelt vor allem, wer Ebbe verspricht und Flut meint.'
const DECISION = 'Die Klägerin durfte darauf vertrauen, dass die Beklagte sich an ihre Zusage halten werde.'

it('tells 99 % of 200 drawn quotations rightly, and calls no altered one exact', async () => {
  const norms: Norm[] = []
  for (const law of ['msgb', 'msgbeg', 'msverf', 'hafeng_2021', 'leuchtfo', 'buechv'])
    for await (const some of corpus.norms(law)) norms.push(...some)
  const wrong: string[] = []
  for (const { kind, verdict, text } of drawCases(sentencesOf(norms), random(47), 200)) {
    const got = verdictsOf(await check(text, 'markdown'))
    if (got !== verdict) wrong.push(`${kind}: ${verdict}, found ${got}: ${text}`)
    assert.ok(verdict === 'exact' || !got.includes('exact'), text)
  }
  assert.ok(wrong.length <= 2, wrong.join('\n'))
})

describe('a quotation', () => {
  const cases: [name: string, verdicts: string, text: string][] = [
    ['before its citation', 'exact', `„${FIRST}“ (§ 1 MSGB)`],
    ['after its citation', 'exact', `§ 1 Abs. 1 MSGB lautet: »${FIRST}«`],
    ['of several citations', 'exact', `§ 2 und § 1 Abs. 1 MSGB: "${FIRST}"`],
    [
      'within a sentence',
      'exact',
      'Jeder ist nach § 1 Abs. 1 MSGB „seinem Gegenüber Rücksicht und Redlichkeit schuldig“.',
    ],
    ['of a phrase', 'exact', 'Auf „Rücksicht und Redlichkeit“ (§ 1 MSGB) kommt es an.'],
    ['of a phrase with another word', 'altered', 'Auf „Rücksicht und Ehrlichkeit“ (§ 1 MSGB) kommt es an.'],
    [
      'of a phrase with another word, far from its citation',
      'altered',
      'Nach § 12 MSGB gilt eine Frist; „Ansprüche wegen Schäden an fremder Kaimauer“ kommt es an.',
    ],
    ['of a word cut by brackets', 'exact', '„[S]einem Gegenüber Rücksicht und Redlichkeit schuldig[…]“ (§ 1 MSGB).'],
    [
      'of a word cut by brackets, altered',
      'altered',
      '„[S]einem Gegenüber Nachsicht und Redlichkeit schuldig“, heißt das (§ 1 MSGB).',
    ],
    [
      'that its norm grants',
      'not_found',
      '§ 1 MSGB gewährt „einen Anspruch auf einen Papagei für jeden Kapitän im Hafen“.',
    ],
    [
      'of the norm that is the subject of the sentence',
      'elsewhere',
      `§ 12 MSGB verpflichtet jeden, der kommt, denn „[w]er in der Stadt ein Recht ausübt oder eine Pflicht erfüllt, ist seinem Gegenüber Rücksicht und Redlichkeit schuldig“.`,
    ],
    ['of a maxim in Latin', '', 'Nach § 1 MSGB gilt: „dolo agit, qui petit, quod statim redditurus est“.'],
    ['of an author', '', 'Nach § 1 MSGB ist „dies eine Frage des Einzelfalls und seiner Umstände“ (so Möwe).'],
    ['of a phrase in another form', '', 'Die „gehobenen Segels“ (§ 1 MSGB) sind dies.'],
    ['of a short phrase of other words', '', 'Das ist „grober Unfug“ (§ 1 MSGB).'],
    ['of the heading', 'exact', 'Unter „Rücksicht und Redlichkeit“ (§ 1 MSGB) steht dies.'],
    ['of another part', 'elsewhere', `§ 1 Abs. 2 MSGB lautet: „${FIRST}“`],
    [
      'that goes on after the cited part',
      'exact',
      `§ 1 Abs. 2 Satz 1 MSGB: „Wasserstand und Übung im Hafen. ${THIRD}“`,
    ],
    ['of another norm', 'elsewhere', `§ 12 MSGB lautet: „${FIRST}“`],
    ['of a norm that does not exist', 'elsewhere', `§ 99 MSGB lautet: „${FIRST}“`],
    ['of no norm', 'not_found', '§ 1 MSGB lautet: „Jeder Kapitän hat an Bord stets einen Papagei zu halten.“'],
    ['without a citation', 'exact without a citation', `Es heißt: „${FIRST}“`],
    ['of a court', '', `Das Oberlandesgericht führt zu § 1 MSGB aus: „${DECISION}“`],
    ['of a court, with a place in brackets', '', `„${DECISION}“ (BGH NJW 2001, 123; § 1 MSGB)`],
    ['of a contract', '', `Der Vertrag bestimmt abweichend von § 1 MSGB: „${DECISION}“`],
    ['of a person', '', `Unter Hinweis auf § 1 MSGB erklärte der Hafenmeister: „${DECISION}“`],
    ['that is never closed', '', `§ 1 MSGB lautet: „${FIRST} Das gilt immer.\n\nSo ist es.`],
    [
      'within a quotation',
      'exact',
      '§ 1 MSGB: „Gegen Absatz 1 handelt vor allem, wer ‚Ebbe verspricht‘ und „Flut“ meint.“',
    ],
    [
      'over paragraphs',
      'exact',
      `§ 1 MSGB lautet: „(1) ${FIRST}\n\n(2) Was Rücksicht und Redlichkeit im Einzelfall gebieten […]“`,
    ],
    ['of right-to-left words', 'not_found', '§ 1 MSGB lautet: „אחת שתיים שלוש ארבע חמש שש שבע שמונה“'],
    [
      'of a list',
      'exact',
      '§ 14 Abs. 1 MSGB: „Wer einen Liegeplatz überlässt, hat […] das Eis zu brechen, sobald es die Dicke einer Hand erreicht“',
    ],
    ['of an item', 'exact', '§ 14 Abs. 1 Nr. 2 MSGB: „Wer einen Liegeplatz überlässt, hat […] das Eis zu brechen“'],
  ]
  for (const [name, verdicts, text] of cases) {
    it(name, async () => assert.equal(verdictsOf(await check(text)), verdicts))
  }

  it('has its place, the part that it is from, and the difference', async () => {
    const text = `Nun:\n§ 1 MSGB lautet: „${FIRST.replace('Pflicht', 'Schuld')}“`
    const { quotations, findings } = await check(text)
    const [quotation] = quotations
    assert.deepEqual(findings[0]?.quotation, quotation)
    assert.deepEqual([quotation?.line, quotation?.column], [2, 18])
    assert.equal(text.slice(quotation?.start, quotation?.end), text.slice(text.indexOf('„')))
    assert.deepEqual(quotation?.found_in, {
      code: 'msgb',
      norm: 'par:1',
      subdivision: 'abs:1/satz:1',
      cite_as: '§ 1 Abs. 1 MSGB',
    })
    assert.deepEqual(
      quotation?.parts.filter(({ type }) => type !== 'equal'),
      [
        { type: 'deleted', text: 'Pflicht' },
        { type: 'inserted', text: 'Schuld' },
      ],
    )
    assert.equal(
      findings[0]?.message,
      '§ 1 Abs. 1 MSGB has “oder eine Pflicht erfüllt ist”, the quotation “oder eine Schuld erfüllt ist”',
    )
    assert.equal(findings[0]?.class, 'wrong')
  })

  it('of another version has the days of it, and is exact as of one of them', async () => {
    const text = '§ 16 Abs. 1 Satz 2 MSGB lautet: „Die Kündigungsfrist beträgt zwei Monate.“'
    const { findings } = await check(text)
    assert.equal(findings[0]?.quotation?.verdict, 'altered')
    assert.match(findings[0]?.message ?? '', /; the quoted words are those as published from 2024-06-01 to 2025-06-01$/)
    const then = await corpusOf(corpus, { as_of: '2025-06-01' })
    assert.equal(verdictsOf(await checkText(then, text, { quotations: true })), 'exact')
    assert.equal(verdictsOf(await check(text.replace('MSGB', 'MSGB a. F.'))), 'exact')
  })

  it('is not compared unless asked for', async () => {
    const { findings, quotations } = await checkText(corpus, `§ 12 MSGB lautet: „${FIRST}“`)
    assert.deepEqual([findings[0]?.class, quotations], ['right', []])
  })
})

describe('a block quotation', () => {
  const cases: [name: string, format: TextFormat, text: string][] = [
    ['of Markdown', 'markdown', `§ 1 MSGB bestimmt:\n\n> (1) ${FIRST}\n\nSo ist es.`],
    ['of Markdown with its citation', 'markdown', `Es gilt:\n\n> ${FIRST}\n> (§ 1 Abs. 1 MSGB)\n`],
    ['of Markdown before its citation', 'markdown', `> ${FIRST}\n\n(§ 1 Abs. 1 MSGB)\n`],
    ['of Markdown with a quotation', 'markdown', `> „${FIRST}“ (§ 1 Abs. 1 MSGB)\n`],
    ['of HTML', 'html', `<p>§ 1 MSGB bestimmt:</p><blockquote><p>(1) ${FIRST}</p></blockquote>`],
    ['of HTML, within a line', 'html', `<p>§ 1 MSGB lautet: <q>${FIRST}</q></p>`],
    ['of LaTeX', 'latex', `\\S~1 MSGB bestimmt:\n\\begin{quote}\n${FIRST}\n\\end{quote}\n`],
    ['of LaTeX, within a line', 'latex', `\\S~1 MSGB lautet: \\enquote{${FIRST}}`],
  ]
  for (const [name, format, text] of cases) {
    it(name, async () => assert.equal(verdictsOf(await check(text, format)), 'exact'))
    it(`${name}, altered`, async () =>
      assert.equal(verdictsOf(await check(text.replace('Recht', 'Amt'), format)), 'altered'))
  }
})

describe('a quotation with its citation in a note', () => {
  const [own, other] = [FIRST, FIRST.replace('Recht', 'Amt')]
  const word = (quotation: string, note: string, properties = '') =>
    docx({
      body: p(properties, r(`Es heißt ${quotation}`), '<w:r><w:footnoteReference w:id="2"/></w:r>', r(', und mehr.')),
      footnotes: `<w:footnote w:id="2">${p(r(note))}</w:footnote>`,
    })
  const odtNote = (quotation: string, note: string) =>
    odt(
      `<text:p>Es heißt ${quotation}<text:note text:note-class="footnote"><text:note-body><text:p>${note}</text:p></text:note-body></text:note>, und mehr.</text:p>`,
    )
  const checkDocument = async (bytes: Buffer) => check((await readDocument('x', bytes)).text)

  it('of a Word document, an OpenDocument text and LaTeX is compared with the norm', async () => {
    for (const [words, verdict] of [
      [own, 'exact'],
      [other, 'altered'],
    ] as const) {
      for (const bytes of [word(`„${words}“`, ' § 1 Abs. 1 MSGB.'), odtNote(`„${words}“.`, 'So § 1 MSGB; § 2 MSGB.')])
        assert.equal(verdictsOf(await checkDocument(bytes)), verdict)
      for (const quotation of [`\\enquote{${words}}`, `„${words}“.`, `\`\`${words}''`]) {
        const text = `Es heißt ${quotation}\\footnote{\\S~1 MSGB.}, und mehr.\\footnote{\\S~2 MSGB}\n`
        assert.equal(verdictsOf(await check(text, 'latex')), verdict, text)
      }
    }
  })

  it('is that of its own note, whatever notes are beside it', async () => {
    const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
    const bytes = docx({
      body: p(...[r('Ein Wort'), reference(2), r(` „${own}“`), reference(3), r(` und »${THIRD}«.`), reference(4)]),
      footnotes: [' § 2 MSGB', ' § 1 Abs. 1 MSGB', ' § 1 Abs. 2 MSGB']
        .map((note, index) => `<w:footnote w:id="${index + 2}">${p(r(note))}</w:footnote>`)
        .join(''),
    })
    const { quotations } = await checkDocument(bytes)
    assert.deepEqual(
      quotations.map(({ verdict, cited }) => [verdict, cited]),
      [
        ['exact', '§ 1 Abs. 1 MSGB'],
        ['exact', '§ 1 Abs. 2 MSGB'],
      ],
    )
  })

  it('counts for nothing if the note names others', async () => {
    for (const note of ['BGH NJW 2001, 123; zu § 1 MSGB.', 'Vgl. § 1 MSGB.', 'Möwe, Rn. 7 zu § 1 MSGB'])
      assert.equal(verdictsOf(await checkDocument(word(`„${DECISION}“`, note))), '', note)
    assert.equal(verdictsOf(await checkDocument(word(`„${DECISION}“`, '§ 1 MSGB.'))), 'not_found')
  })
})

it('notes another heading in brackets', async () => {
  const messages = async (text: string) =>
    (await check(text)).findings.map(({ class: verdict, message }) => [verdict, message])
  assert.deepEqual(await messages('§ 12 MSGB (Verjährung), § 1 MSGB (Redlichkeit)'), [
    ['right', null],
    ['right', null],
  ])
  assert.deepEqual(await messages('§ 12 MSGB (Kündigung)'), [['right', 'its heading is “Verjährung”']])
})
