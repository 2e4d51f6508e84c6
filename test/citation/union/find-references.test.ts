import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatElements } from '../../../src/citation/norm-path.ts'
import { findUnionReferences } from '../../../src/citation/union/find-references.ts'
import type { ActLanguage } from '../../../src/citation/union/lexicon.ts'
import { partsMeant } from '../../../src/citation/union/parts-meant.ts'

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
    const timeOf = (count: number) => {
      const started = performance.now()
      findUnionReferences(piece.repeat(count), 'en')
      return performance.now() - started
    }
    timeOf(2000)
    assert(timeOf(40_000) < 60 * timeOf(2000) + 200, piece)
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
    assert.deepEqual(partsMeant(PATHS, part(wanted)), meant, wanted)
  }
  assert.deepEqual(partsMeant(['satz:1', 'satz:1/nr:11'], part('abs:11')), ['satz:1/nr:11'])
})
