import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatElements } from '../../../src/citation/norm-path.ts'
import { findUnionReferences } from '../../../src/citation/union/find-references.ts'
import type { ActLanguage } from '../../../src/citation/union/lexicon.ts'
import { partsMeant } from '../../../src/citation/union/parts-meant.ts'
import { assertLinear } from '../../growth.ts'

/** Each reference as `norm-to/part part @ act`. */
function found(text: string, language: ActLanguage = 'en'): string[] {
  return findUnionReferences(text, language).map(({ readings, to, parts, act }) => {
    const norm = readings === undefined ? '' : `${formatElements(readings[0] ?? [])}${to === undefined ? '' : `-${to}`}`
    const named = act.kind === 'named' ? act.name : act.kind
    const paths = parts.map(formatElements).filter(Boolean).join(' ')
    return [norm, paths, `@${named}`].filter(Boolean).join(' ')
  })
}

const ENGLISH: [text: string, ...references: string[]][] = [
  ['Article 6(1) sentence 2 and (2)', 'art:6 abs:1/satz:2 @own', 'art:6 abs:2 @own'],
  ['Article 6(1)(a), (2) and Article 7', 'art:6 abs:1/buchst:a @own', 'art:6 abs:2 @own', 'art:7 @own'],
  ['Article 6(1)(f) and Article 9(2)', 'art:6 abs:1/buchst:f @own', 'art:9 abs:2 @own'],
  ['point (f) of the first subparagraph of Article 6(1)', 'art:6 abs:1/uabs:1/buchst:f @own'],
  [
    'Article 6(1), points (a) and (b), of Regulation (EU) 2016/679',
    'art:6 abs:1/buchst:a abs:1/buchst:b @Regulation (EU) 2016/679',
  ],
  [
    'Articles 12 to 15 and 17 of Directive 2009/65/EC',
    'art:12-15 @Directive 2009/65/EC',
    'art:17 @Directive 2009/65/EC',
  ],
  ['Articles 5(1) and 6(2)(a) to (c)', 'art:5 abs:1 @own', 'art:6 abs:2/buchst:a abs:2/buchst:b abs:2/buchst:c @own'],
  ['paragraph 2, first subparagraph, point (a)(ii)', 'abs:2/uabs:1/buchst:a/nr:ii @own'],
  ['the second and third subparagraphs of Article 5(3)', 'art:5 abs:3/uabs:2 abs:3/uabs:3 @own'],
  ['Annex III, Section A, point 5(b)', 'annex:3 @own'],
  ['points 3.1 and 3.2 of Annex II', 'annex:2 nr:3.1 nr:3.2 @own'],
  ['Article 4(1)(8) and (12)', 'art:4 abs:1/nr:8 abs:1/nr:12 @own'],
  ['Article 2 of Annex I to Regulation (EC) No 44/2001', 'annex:1/art:2 @Regulation (EC) No 44/2001'],
  ['Article 3 thereof and Article 4 of that Directive', 'art:3 @same', 'art:4 @same'],
  ['Article 16 TFEU', 'art:16 @TFEU'],
  ['Article 6(1) Directive 2002/58/EC, Article 5', 'art:6 abs:1 @Directive 2002/58/EC', 'art:5 @own'],
  ['Article 6, Directive 2002/58/EC and others', 'art:6 @own', '@Directive 2002/58/EC'],
  ['Article 6\tDirective 2002/58/EC', 'art:6 @own', '@Directive 2002/58/EC'],
  ['Article 114 of the Treaty', 'art:114 @other'],
  ['Article 5 to the extent that', 'art:5 @own'],
  ['recital (47)', 'recital:47 @own'],
  ['by Council Regulation (EC) No 44/2001', '@Regulation (EC) No 44/2001'],
  ['Article 29(2) to (4) and (7) of Directive (EU) 2018/1', 'art:29 abs:2 abs:3 abs:4 abs:7 @Directive (EU) 2018/1'],
  [
    'Article 30(1), points (a) to (c), (f) and (g)',
    'art:30 abs:1/buchst:a abs:1/buchst:b abs:1/buchst:c abs:1/buchst:f abs:1/buchst:g @own',
  ],
  ['points (i) to (iii) of Article 4', 'art:4 nr:i nr:ii nr:iii @own'],
  [
    'Article 19a, 29a or 40a, as the case may be, of Directive 2013/34/EU',
    'art:19a @Directive 2013/34/EU',
    'art:29a @Directive 2013/34/EU',
    'art:40a @Directive 2013/34/EU',
  ],
  ['Article 5 and 10 days later', 'art:5 @own'],
  [
    'Articles 9 and 10 respectively of Directive 2011/16/EU',
    'art:9 @Directive 2011/16/EU',
    'art:10 @Directive 2011/16/EU',
  ],
  ['Article 107(3), point (c), of the Treaty', 'art:107 abs:3/buchst:c @other'],
  ['Article 17(2) of that Charter', 'art:17 abs:2 @other'],
  ['Article 8(6), point (a), of the Merger Regulation', 'art:8 abs:6/buchst:a @Merger Regulation'],
  ['Article 5 of the Rome I Regulation', 'art:5 @Rome I Regulation'],
  ['Article 24 IMI-VO', 'art:24 @IMI-VO'],
  ['Article 6 Dublin-III-VO', 'art:6 @Dublin-III-VO'],
  ['Article 12 Europäisches Klimagesetz', 'art:12 @Europäisches Klimagesetz'],
  ['Article 7(1)(b) Brussels I bis', 'art:7 abs:1/buchst:b @Brussels I bis'],
  ['Annex I, Section C, MiFID II', 'annex:1 @MiFID II'],
  ['Article 3 Regulation 593/2008', 'art:3 @Regulation 593/2008'],
  ['Notwithstanding Article 80, Regulation (EC) No 44/2001', 'art:80 @own', '@Regulation (EC) No 44/2001'],
  ['Article 36 Abs. 2 UAbs. 1 Satz 1 Buchst. a GDPR', 'art:36 abs:2/uabs:1/satz:1/buchst:a @GDPR'],
  ['Art. 6 para. 1 lit. f GDPR', 'art:6 abs:1/buchst:f @GDPR'],
  [
    'Article 267 of the Treaty on the Functioning of the European Union',
    'art:267 @Treaty on the Functioning of the European Union',
  ],
  ['Section 1 of this Annex.\n4. Institutions', 'annex:1 @own'],
  ['Table 2, column 16\tArticle 49 of Directive 2014/24/EU', 'art:49 @Directive 2014/24/EU'],
]

const FRENCH: [text: string, ...references: string[]][] = [
  ["l'article 6, paragraphe 1, premier alinéa, point f)", 'art:6 abs:1/uabs:1/buchst:f @own'],
  ["points a) et b) de l'article 4, paragraphe 1", 'art:4 abs:1/buchst:a abs:1/buchst:b @own'],
  ["l'article 14 bis du présent règlement", 'art:14a @own'],
  ["l'annexe III du règlement (UE) 2016/679", 'annex:3 @règlement (UE) 2016/679'],
]

for (const [language, cases] of [
  ['en', ENGLISH],
  ['fr', FRENCH],
] as const) {
  for (const [text, ...references] of cases) {
    test(`${language}: ${text}`, () => assert.deepEqual(found(text, language), references))
  }
}

test('the text of references takes time in proportion to its length', () => {
  for (const piece of [
    'Article 1 and ',
    'point (a) of ',
    'first ',
    '(1)',
    'Articles 1, 2(',
    'paragraphs 1 to ',
    'of the ',
  ]) {
    assertLinear((text) => findUnionReferences(text, 'en'), piece)
  }
})

const PATHS = [
  ...['abs:1', 'abs:1/uabs:1', 'abs:1/uabs:1/satz:1', 'abs:1/uabs:1/satz:1/buchst:f', 'abs:1/uabs:2'],
  ...['abs:1/uabs:2/satz:1', 'abs:1/uabs:2/satz:2', 'abs:2', 'abs:2/satz:1'],
]
const part = (path: string) =>
  path.split('/').map((each) => {
    const [kind, value] = each.split(':')
    return { kind, value } as Parameters<typeof partsMeant>[1][number]
  })

test('parts are found without subparagraphs and sentences, and by sentences across subparagraphs', () => {
  for (const [wanted, ...meant] of [
    ['abs:1/buchst:f', 'abs:1/uabs:1/satz:1/buchst:f'],
    ['abs:1/uabs:1/buchst:f', 'abs:1/uabs:1/satz:1/buchst:f'],
    ['abs:1/satz:1/buchst:f', 'abs:1/uabs:1/satz:1/buchst:f'],
    ['abs:1/satz:3', 'abs:1/uabs:2/satz:2'],
    ['abs:2/uabs:1', 'abs:2'],
    ['abs:1/uabs:3'],
    ['abs:3'],
  ] as [string, ...string[]][]) {
    assert.deepEqual(partsMeant({ paths: PATHS, isCounted: false }, part(wanted)), meant, wanted)
  }
  assert.deepEqual(partsMeant({ paths: ['satz:1', 'satz:1/nr:11'], isCounted: false }, part('abs:11')), [
    'satz:1/nr:11',
  ])
})

test('parts of an article without numbers of paragraphs are found without its paragraphs', () => {
  const paths = [
    ...['abs:1', 'abs:1/satz:1', 'abs:1/satz:1/buchst:a', 'abs:1/satz:1/buchst:b'],
    ...['abs:2', 'abs:2/satz:1', 'abs:2/satz:2'],
  ]
  for (const [wanted, ...meant] of [
    ['satz:1', 'abs:1/satz:1'],
    ['satz:3', 'abs:2/satz:2'],
    ['satz:4'],
    ['buchst:b', 'abs:1/satz:1/buchst:b'],
    ['satz:1/buchst:b', 'abs:1/satz:1/buchst:b'],
  ] as [string, ...string[]][]) {
    assert.deepEqual(partsMeant({ paths, isCounted: true }, part(wanted)), meant, wanted)
    assert.deepEqual(partsMeant({ paths, isCounted: false }, part(wanted)), [], wanted)
  }
})

test('a letter after the number of a paragraph is one of its points, unless there is such a paragraph', () => {
  const paths = ['abs:1', 'abs:1/satz:1', 'abs:1/satz:1/buchst:a', 'abs:2', 'abs:2a', 'abs:2/satz:1/buchst:a']
  assert.deepEqual(partsMeant({ paths, isCounted: false }, part('abs:1a')), ['abs:1/satz:1/buchst:a'])
  assert.deepEqual(partsMeant({ paths, isCounted: false }, part('abs:2a')), ['abs:2a'])
})

test('parts within each other are read to a depth that acts have', () => {
  const [{ end, parts } = { end: 0, parts: [] }] = findUnionReferences(`Article 6(1)${'(a)'.repeat(5000)}`, 'en')
  assert.equal(end, 'Article 6(1)'.length + 7 * '(a)'.length)
  assert.equal(parts[0]?.length, 8)
})
