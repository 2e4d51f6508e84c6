import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Corpus } from '../../src/corpus/corpus.ts'
import { openEngine } from '../../src/dataset/open-engine.ts'
import { LegalTextError } from '../../src/errors.ts'
import { buildBundle } from '../../src/ingest/build-bundle.ts'
import { norm } from '../../src/operations/norm.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { readNamedNorm } from '../../src/resolve/named-norm.ts'
import { resolveCitations } from '../../src/resolve/resolve-citations.ts'
import { act, alinea, article, enacting, item, list, paragraph, recitals } from '../ingest/sources/eurlex/acts.ts'

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

/** The norm and part that words name, or the kind of the error. */
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
    '32016r9679 recital:2': ['EG 2 VO (EU) 2016/9679', 'Erwägungsgrund Nr. 2 VO (EU) 2016/9679'],
  }
  for (const [expected, texts] of Object.entries(cases)) {
    for (const text of texts) test(text, async () => assert.equal(await named(text), expected))
  }
})

test('treaties are known by their English names, as acts are that the corpus lacks', async () => {
  for (const text of ['Article 101 TFEU', 'Article 5 of Regulation (EU) 2099/1']) {
    const [citation] = await resolveCitations(corpus, text)
    assert.deepEqual([citation?.status, citation?.class], ['unknown_law', 'outside'], text)
  }
})

/** What an article cites, with the parts. */
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
