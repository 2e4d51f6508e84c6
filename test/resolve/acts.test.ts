import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { buildBundle } from '../../src/import/build-bundle.ts'
import type { Corpus } from '../../src/model/corpus.ts'
import { norm } from '../../src/operations/norm.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { checkText } from '../../src/resolve/check-text.ts'
import { readNamedNorm } from '../../src/resolve/named-norm.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { act, alinea, article, enacting, item, list, paragraph, recitals } from '../import/eurlex/acts.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-acts-'))
let corpus: Corpus

const sequence = (number: string, title: string, ...inner: string[]) =>
  `<GR.SEQ LEVEL="1"><TITLE><TI><NP><NO.P>${number}</NO.P><TXT>${title}</TXT></NP></TI></TITLE>${inner.join('')}</GR.SEQ>`
const annex = (title: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ANNEX><BIB.INSTANCE><LG.DOC>EN</LG.DOC></BIB.INSTANCE><TITLE><TI><P>${title}</P></TI></TITLE><CONTENTS>${body}</CONTENTS></ANNEX>`

const ITEMS = list(item('(a)', 'a lamp;'), item('(f)', 'a flag;', list(item('(i)', 'red;'), item('(ii)', 'green.'))))
const PILOTS =
  recitals('Ships are large.', 'Pilots are few.') +
  enacting(
    article('1', paragraph('1', `<P>Pilots carry:</P>${ITEMS}`, 'They may rest.') + paragraph('2', 'They sleep.')) +
      article('2', alinea('Pilots are brave. They sing.') + alinea(`<P>They know:</P>${list(item('(b)', 'tides.'))}`)) +
      article('3', alinea('Pilots swim.')),
  )
const LAMPS = `${sequence('1.', 'Lamps', '<P>Lamps burn.</P>')}${sequence('2.', 'Oil', sequence('2.3.', 'Whale oil', '<P>None.</P>'))}`

const FILES: Record<string, string> = {
  '32016R9679/a.xml': act(PILOTS, { number: '9679', year: '2016' }),
  '32016R9679/b.xml': annex('ANNEX I', LAMPS),
  '32016R9679/d.xml': annex(
    'ANNEX III',
    `${sequence('', 'SECTION A', list(item('1.', 'Bells.'), item('2.', 'Horns:', list(item('3.', 'short.')))))}${sequence('', 'SECTION B', list(item('2.', 'Flags.'), item('3.', 'Kites.')))}`,
  ),
  '32016R9679/c.xml': annex('ANNEX II', article('2', alinea('The statute of pilots.'))),
  '32025L9902/a.xml': act(
    enacting(
      article('1', alinea('Article 1(1) and (2) of Regulation (EU) 2016/9679 applies.')) +
        article(
          '2',
          alinea(`<P>The following provisions of Regulation (EU) 2016/9679:</P>${list(item('(a)', 'Article 3;'))}`),
        ) +
        article('3', alinea('Point 2.3 of Annex I to Regulation (EU) 2016/9679 and Article 1 apply.')),
    ),
    { number: '9902', type: 'L' },
  ),
  '32025R9903/a.xml': act(
    enacting(
      article('1', alinea('Anhang I Nummer 2.3 der Verordnung (EU) 2016/9679 gilt für die Lotsen.')) +
        article('2', alinea('Artikel 2 des Anhangs II der Verordnung (EU) 2016/9679 gilt für die Lotsen.')),
    ),
    { number: '9903', language: 'DE', title: 'Verordnung (EU) 2025/9903 über die Lampen' },
  ),
}

before(async () => {
  const input = join(folder, 'in')
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(input, path)), { recursive: true })
    writeFileSync(join(input, path), content)
  }
  const out = join(folder, 'acts.sqlite')
  await buildBundle({ from: input, out, fetchedAt: '2026-01-01T00:00:00Z' })
  corpus = await openEngine(out)
})
after(async () => {
  await corpus.close()
  rmSync(folder, { recursive: true })
})

/** The norm and part that a text names, or the kind of the error. */
async function named(text: string): Promise<string> {
  try {
    const found = await readNamedNorm(corpus, text)
    const answer = await norm.run(corpus, { code: found.code, norm: found.norm })
    return [answer.code, answer.norm, answer.selection?.path].filter(Boolean).join(' ')
  } catch (error) {
    if (error instanceof LegalTextError) return error.kind
    throw error
  }
}

describe('the ways in which people cite acts lead to the same part', () => {
  const first = '32016r9679 art:1 abs:1/uabs:1/satz:1/buchst:f'
  const cases: Record<string, string[]> = {
    [first]: [
      'Art. 1 Abs. 1 UAbs. 1 lit. f VO (EU) 2016/9679',
      'Article 1(1)(f) of Regulation (EU) 2016/9679',
      'Article 1(1)(f) Regulation 2016/9679',
      'Article 1(1)(f) of Regulation (EU) No 2016/9679',
      'Art. 1 para. 1 lit. f Reg. 2016/9679',
      'Art. 1 Abs. 1 Buchst. f Verordnung Nr. 2016/9679',
      'Art. 1 I f VO 2016/9679',
      'Art. 1 Abs. 1 f VO (EU) 2016/9679',
      'article 1(1)(f) of regulation 2016/9679',
      'VO (EU) 2016/9679, Art. 1 Abs. 1 lit. f',
      'Verordnung (EU) 2016/9679 Art. 1 Abs. 1 lit. f',
      'Art. 1 Abs. 1 lit. f 32016R9679',
      '32016R9679 Art. 1 Abs. 1 lit. f',
      'article 1.1.f of Regulation (EU) 2016/9679',
      'Art. 1 § 1 lit. f VO (EU) 2016/9679',
      'Art. 1 Abs. 1 UA 1 lit. f VO (EU) 2016/9679',
    ],
    [`${first}/nr:ii`]: [
      'Art. 1 Abs. 1 lit. f Ziff. ii VO (EU) 2016/9679',
      'Art. 1 Abs. 1 Buchst. f Ziffer ii VO (EU) 2016/9679',
      'Article 1(1)(f)(ii) of Regulation (EU) 2016/9679',
    ],
    '32016r9679 art:1 abs:1/uabs:1/satz:1/buchst:a': [
      'Art. 1 I a VO (EU) 2016/9679',
      'Art. 1 Abs. 1 a VO (EU) 2016/9679',
    ],
    '32016r9679 art:2 abs:1/satz:2': ['Art. 2 Satz 2 VO (EU) 2016/9679'],
    '32016r9679 art:2 abs:2/satz:1/buchst:b': ['Art. 2 lit. b VO (EU) 2016/9679'],
    '32016r9679 art:2': ['Art. 2 VO (EU) 2016/9679'],
    '32016r9679 annex:2/art:2': ['Anhang II Art. 2 VO (EU) 2016/9679', 'Art. 2 Anhang II VO (EU) 2016/9679'],
    '32016r9679 annex:1 nr:2/nr:2.3': [
      'Anhang I Nr. 2.3 VO (EU) 2016/9679',
      'Annex I, point 2.3, Regulation (EU) 2016/9679',
    ],
    '32016r9679 recital:2': [
      'EG 2 VO (EU) 2016/9679',
      'Erwägungsgrund Nr. 2 VO (EU) 2016/9679',
      'Erw. 2 VO (EU) 2016/9679',
      'rec. 2 of Regulation (EU) 2016/9679',
    ],
    ambiguous: [
      'Anhang I Abschnitt B Nr. 2 VO (EU) 2016/9679',
      'Annex I, Section B, of Regulation (EU) 2016/9679',
      'Abschnitt B des Anhangs III der VO (EU) 2016/9679',
      'Teil B Nr. 2 des Anhangs III der VO (EU) 2016/9679',
      'Anhang III Nr. 2 VO (EU) 2016/9679',
      'Annex III, point 2, of Regulation (EU) 2016/9679',
    ],
    '32016r9679 annex:3 nr:1': ['Anhang III Nr. 1 VO (EU) 2016/9679'],
    '32016r9679 annex:3 nr:2': ['32016r9679 annex:3/nr:2'],
    not_found: ['Art. 1 UAbs. 1 VO (EU) 2016/9679'],
  }
  for (const [expected, texts] of Object.entries(cases)) {
    for (const text of texts) test(text, async () => assert.equal(await named(text), expected))
  }
})

test('acts are read by CELEX numbers, ELI, addresses and English names after an article in a text', async () => {
  const act = '32016r9679 art:1'
  for (const [text, expected] of [
    ['Nach Art. 1 http://data.europa.eu/eli/reg/2016/9679/oj gilt das.', act],
    ['Vgl. Art. 1 https://eur-lex.example/legal-content/DE/TXT/?uri=CELEX:32016R9679&qid=1.', act],
    ['Vgl. Art. 1 CELEX 32016R9679; Lotsen.', act],
    ['Nach Art. 1 of Commission Delegated Regulation (EU) 2016/9679 gilt das.', act],
    ['Nach Art. 1 Commission Delegated Regulation (EU) 2016/9679 gilt das.', act],
    ['Nach Art. 1 (EU) 2016/9679 gilt das.', act],
    ['Nach Art. 1 der (EU) 2016/9679 gilt das.', act],
    ['See Article 1 (EU) 2016/9679.', act],
    ['See Article 1 (EU) No 2016/9679.', act],
    ['Nach Art. 1 (EU) gilt das.', 'null null'],
    ['Nach Art. 1 2016/9679/EU gilt das.', 'null null'],
    ['Vgl. Art. 1 https://example.org/2016/9679.', 'null null'],
  ] as const) {
    const [citation] = await resolveCitations(corpus, text)
    assert.equal(`${citation?.code} ${citation?.norm}`, expected, text)
  }
  const [missing] = await resolveCitations(corpus, 'Vgl. Art. 1 32098R9601.')
  assert.equal(missing?.class, 'outside')
  assert.match(missing?.message ?? '', /\(Verordnung \(EU\) 2098\/9601\), which .* lacks$/)
})

test('treaties are known by their English names, as acts are that the corpus lacks', async () => {
  for (const text of ['Article 101 TFEU', 'Article 5 of Regulation (EU) 2099/1']) {
    const [citation] = await resolveCitations(corpus, text)
    assert.deepEqual([citation?.status, citation?.class], ['unknown_law', 'outside'], text)
  }
})

test('norms of lists, of other kinds and of the same act share its name', async () => {
  for (const [text, expected] of [
    ['Articles 1, 2 and 3 of Regulation (EU) 2016/9679', ['art:1', 'art:2', 'art:3']],
    ['Arts. 1 and 2 of Regulation (EU) 2016/9679', ['art:1', 'art:2']],
    ['Article 1 and recital 2 of Regulation (EU) 2016/9679', ['art:1', 'recital:2']],
    ['Art. 1 und Anhang I VO (EU) 2016/9679', ['art:1', 'annex:1']],
    ['Regulation (EU) 2016/9679, in particular Article 3 thereof', ['art:3']],
    ['Art. 1 VO (EU) 2016/9679 und Art. 2 derselben Verordnung', ['art:1', 'art:2']],
  ] as const) {
    const norms = (await resolveCitations(corpus, text)).flatMap(({ norm }) => norm ?? [])
    assert.deepEqual(norms, expected, text)
  }
})

test('recitals of an act without any are uncertain, and each citation counts once', async () => {
  const { findings } = await checkText(corpus, 'ErwGr. 2 RL 2025/9902 und Art. 1 Abs. 1 UAbs. 1 VO (EU) 2016/9679')
  assert.deepEqual(
    findings.map(({ norm, class: verdict }) => [norm, verdict]),
    [
      [null, 'uncertain'],
      ['art:1', 'right'],
    ],
  )
})

test('acts are found by all forms of their number', async () => {
  for (const name of [
    '2016/9679/EU',
    'DelVO (EU) 2016/9679',
    'Commission Implementing Regulation (EU) 2016/9679',
    'CELEX:32016R9679',
    '02016R9679-20250101',
    'https://data.europa.eu/eli/reg/2016/9679/oj',
    'http://data.europa.eu/eli/reg/2016/9679/2025-01-01',
    'https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:32016R9679',
  ]) {
    const [laws, { items }] = [await corpus.findLaws(name), await corpus.laws({ query: name })]
    assert.deepEqual([laws[0]?.code, items[0]?.code], ['32016r9679', '32016r9679'], name)
  }
})

/** The citations of an article, with parts. */
async function cited(code: string, path: string): Promise<string[]> {
  const { relationships: found } = await relationships.run(corpus, { code, norm: path, type: 'cites' })
  return found
    .filter(({ norm }) => norm !== null)
    .map(({ code, norm, subdivision }) => [code, norm, subdivision].filter(Boolean).join(' '))
}

test('references between acts lead to norms and their parts', async () => {
  assert.deepEqual(await cited('32025l9902', 'art:1'), ['32016r9679 art:1 abs:1', '32016r9679 art:1 abs:2'])
  assert.deepEqual(await cited('32025l9902', 'art:2'), ['32016r9679 art:3'])
  assert.deepEqual(await cited('32025l9902', 'art:3'), ['32016r9679 annex:1 nr:2.3', '32025l9902 art:1'])
  assert.deepEqual(await cited('32025r9903', 'art:1'), ['32016r9679 annex:1 nr:2.3'])
  assert.deepEqual(await cited('32025r9903', 'art:2'), ['32016r9679 annex:2/art:2'])
})
