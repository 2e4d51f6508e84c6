import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Clause,
  type Condition,
  costlyClauses,
  lawsNamedIn,
  parseQuery,
  wordsIn,
} from '../../src/search/query-parser.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { assertLinear } from '../growth.ts'
import { pick, randomNumbers, randomString } from './random.ts'

/** Clauses in query syntax; phrases are always required. */
function shown(clauses: readonly Clause[]): string[] {
  return clauses.map((clause) => {
    if (clause.kind === 'phrase') return `${clause.inHeading ? 'heading:' : ''}"${clause.words.join(' ')}"`
    const sign = clause.inHeading ? 'heading:' : clause.required ? '+' : ''
    return clause.kind === 'word' ? sign + clause.word : `${sign}${clause.prefix}*`
  })
}

describe('parseQuery', () => {
  const cases: [description: string, text: string, wanted: string[], excluded?: string[]][] = [
    ['words in their order', 'Kündigung Vermieter', ['kuendigung', 'vermieter']],
    ['a word once, however often it stands there', 'Miete MIETE miete', ['miete']],
    ['a designation', '§ 433 Abs. 1 BGB', ['§', '433', 'abs', '1', 'bgb']],
    ['punctuation', 'Darf er kündigen? (Wann, wie.)', ['darf', 'er', 'kuendigen', 'wann', 'wie']],
    ['a hyphen in a word', 'Miet-Vertrag Kfz-Steuer 1-2', ['miet', 'vertrag', 'kfz', 'steuer', '1', '2']],
    ['a hyphen after a word', 'Miet- und Pachtrecht', ['miet', 'und', 'pachtrecht']],
    ['a plus in a word', 'a+b', ['a', 'b']],
    ['names of object properties', 'constructor __proto__ toString', ['constructor', 'proto', 'tostring']],

    ['a phrase', '"Treu und Glauben"', ['"treu und glauben"']],
    ['German quotation marks', '„Treu und Glauben“', ['"treu und glauben"']],
    ['German quotation marks closed the English way', '„Treu und Glauben”', ['"treu und glauben"']],
    ['English quotation marks', '“Treu und Glauben”', ['"treu und glauben"']],
    ['guillemets', '»Treu und Glauben«', ['"treu und glauben"']],
    ['guillemets the French way', '«Treu und Glauben»', ['"treu und glauben"']],
    ['different quotation marks do not pair', '"Treu «und„ Glauben', ['treu', 'und', 'glauben']],
    ['a low quotation mark closed by a straight one', '„Treu und Glauben"', ['"treu und glauben"']],
    ['a phrase of one word', '"Miete"', ['"miete"']],
    ['operators in a phrase', '"-Treu +und Glaub*"', ['"treu und glaub"']],
    ['a phrase over lines', '"Treu\nund\tGlauben"', ['"treu und glauben"']],
    ['an empty phrase', 'a "" b „“ c " " +"" -"§" d', ['a', 'b', 'c', 'd'], ['"§"']],
    ['phrases and words side by side', 'a"b c"d "e f""g h"', ['a', '"b c"', 'd', '"e f"', '"g h"']],
    ['an unclosed quotation mark', 'Miete "Treu und Glauben', ['miete', 'treu', 'und', 'glauben']],
    ['an odd quotation mark', '"Treu und" Glauben" Miete', ['"treu und"', 'glauben', 'miete']],
    ['a closing quotation mark alone', 'Treu“ und Glauben»', ['treu', 'und', 'glauben']],

    ['a required word', '+Miete Kaution', ['+miete', 'kaution']],
    ['an excluded word', 'Miete -Wohnung', ['miete'], ['wohnung']],
    ['a required phrase', '+"Treu und Glauben"', ['"treu und glauben"']],
    ['an excluded phrase', 'Miete -"Treu und Glauben" -„a b“', ['miete'], ['"treu und glauben"', '"a b"']],
    ['required words with a hyphen are a phrase', '+Miet-Vertrag', ['"miet vertrag"']],
    ['excluded words with a hyphen are a phrase', 'x -Miet-Vertrag', ['x'], ['"miet vertrag"']],
    ['only an excluded word', '-Wohnung', [], ['wohnung']],
    ['lone operators', 'a - b + c * d', ['a', 'b', 'c', 'd']],
    ['several operators', '--Miete ++Kaution +-Wohnung -+Haus', ['+kaution', '+wohnung'], ['miete', 'haus']],
    ['operators after a bracket', '(-Miete) (+Haus)', ['miete', 'haus']],
    ['an operator after a control character', 'a\u0000-b\u0007+c', ['a', '+c'], ['b']],
    ['an operator and a blank', '+ Miete - Haus', ['miete', 'haus']],

    ['a prefix', 'Miet*', ['miet*']],
    ['a required prefix', '+Miet*', ['+miet*']],
    ['an excluded prefix', 'a -Miet*', ['a'], ['miet*']],
    ['a prefix with an umlaut', 'Künd*', ['kuend*']],
    ['a prefix of one letter is a word', 'a* M*', ['a', 'm']],
    ['a prefix of two letters', 'ab*', ['ab*']],
    ['an umlaut is two letters', 'Ä*', ['ae*']],
    ['a star in a word', 'Mi*te *Miete', ['mi', 'te', 'miete']],
    ['a star after a blank', 'Miete *', ['miete']],
    ['several stars', 'Miet**', ['miet*']],
    ['a star after punctuation', 'Miet.*', ['miet']],
    ['a prefix after a hyphen', 'Miet-Vert*', ['miet', 'vert*']],
    ['a required prefix after a hyphen', '+Miet-Vert*', ['+miet', '+vert*']],

    ['a word of a heading', 'heading:Miete Haus -Heading:Hof', ['heading:miete', 'haus'], ['heading:hof']],
    [
      'a phrase and a prefix of a heading',
      'heading:"a b" heading:Miet* heading:c-d',
      ['heading:"a b"', 'heading:miet*', 'heading:"c d"'],
    ],
    ['a field without a value', 'heading: Miete law:, law:"', ['heading', 'miete', 'law']],
    ['a field within a word', 'xlaw:bgb (law:bgb)', ['xlaw', 'bgb', 'law']],
    ['a field before one quotation mark', 'heading:"Miete Haus', ['heading:miete', 'haus']],

    ['NOT', 'Miete NOT Wohnung NOT "a b"', ['miete'], ['wohnung', '"a b"']],
    ['NOT before signs, and twice', 'NOT -Miete NOT NOT +Haus NOT +Hof', ['+miete', '+haus'], ['hof']],
    ['operators in lower case', 'Miete and Haus or not Hof', ['miete', 'and', 'haus', 'or', 'not', 'hof']],
    ['operators without operands', 'AND Miete OR', ['and', 'miete', 'or']],
    ['NOT at the end', 'Hilfe in NOT', ['hilfe', 'in', 'not']],
    ['operators in quotation marks', '"a OR b" Miete', ['"a or b"', 'miete']],

    ['nothing', '', []],
    ['blanks and control characters', ' \n\t\u0000\u001f ', []],
    ['no word', '– "" +-* „“ »« ()', []],
    ['soft hyphens and other invisible characters', 'Ver\u00adtrag \u200b Mie\u200dte', ['vertrag', 'miete']],
  ]
  for (const [description, text, wanted, excluded = []] of cases) {
    test(`${description}: ${JSON.stringify(text)}`, () => {
      const query = parseQuery(text)
      assert.deepEqual(shown(query.wanted), wanted)
      assert.deepEqual(
        shown(query.excluded).map((clause) => clause.replace('+', '')),
        excluded,
      )
    })
  }

  test('the end of a compound whose beginning stands before is not excluded', () => {
    const excludedIn = (text: string) => parseQuery(text).excluded.flatMap(wordsIn)
    for (const text of [
      'Rechte und -pflichten',
      'Fristen, -termine',
      'Rechte oder -pflichten',
      'Rechte bzw. -pflichten',
      'Rechte/und -pflichten',
    ]) {
      assert.deepEqual(excludedIn(text), [], text)
      assert.deepEqual(parseQuery(text).wanted.flatMap(wordsIn), wordsOf(text), text)
    }
    assert.deepEqual(excludedIn('Rechte -pflichten'), ['pflichten'])
    assert.deepEqual(excludedIn('"Rechte und" -pflichten'), ['pflichten'])
    assert.deepEqual(excludedIn('Rechte -und -oder -pflichten'), ['und', 'oder', 'pflichten'])
    assert.deepEqual(parseQuery('Rechte und +pflichten').wanted.at(-1)?.required, true)
  })

  test('every string is a query, of the words that it has, and none of them empty', () => {
    const random = randomNumbers(6)
    for (let round = 0; round < 5000; round += 1) {
      const text = randomString(random)
      const { wanted, excluded } = parseQuery(text)
      const words = new Set([...wanted, ...excluded].flatMap(wordsIn))
      const expected = new Set(wordsOf(text.replace(/(?<=\d)["„“”»«](?=\d)/g, ' ')))
      assert.ok(!words.has(''))
      assert.deepEqual([...words].sort(), [...expected].sort())
    }
  })

  test('takes time in proportion to the length', () => {
    for (const part of ['"', '„', '»', '+', '-', '*', '"a ', '„a ', 'a"', '+a-', '»«', '\u0000', 'a ', '„"', '»"a']) {
      assertLinear(parseQuery, part)
    }
  })
})

/** A fully bracketed condition. */
function written(condition: Condition | undefined): string {
  if (condition === undefined) return ''
  if (condition.kind === 'not') return `NOT ${written(condition.of)}`
  if (condition.kind !== 'group')
    return `(${condition.of.map(written).join(condition.kind === 'all' ? ' AND ' : ' OR ')})`
  const { wanted, excluded, laws, excludedLaws, nested } = condition
  return [
    ...shown(wanted),
    ...shown(excluded).map((clause) => `-${clause}`.replace('-+', '-')),
    ...laws.map((name) => `law:${name}`),
    ...excludedLaws.map((name) => `-law:${name}`),
    ...nested.map((part) => `[${written(part)}]`),
  ].join(' ')
}

describe('operators', () => {
  const cases: [text: string, condition: string][] = [
    ['a AND b', '(a AND b)'],
    ['a OR b AND c', '(a OR (b AND c))'],
    ['a b AND c d', '(a b AND c d)'],
    ['(a OR b) AND c', '((a OR b) AND c)'],
    ['a (b OR c)', 'a [(b OR c)]'],
    ['a AND NOT b', '(a AND -b)'],
    ['a NOT (b OR c)', 'a [NOT (b OR c)]'],
    ['a -(b c) OR d', '(a [NOT b c] OR d)'],
    ['NOT (a) AND NOT NOT (b)', '(NOT a AND b)'],
    ['((a)) OR (((b AND "c d"?)))', '(a OR (b AND "c d"))'],
    ['Mieter(in) AND (Vermieter(innen)).', '(mieter in AND vermieter innen)'],
    ['(-a +b) AND ce*', '(+b -a AND ce*)'],
    ['law:bgb AND (Law:„a, b“ OR -law:x,y)', '(law:bgb AND (law:a, b OR -law:x -law:y))'],
    ['heading:a OR heading:"b c"', '(heading:a OR heading:"b c")'],
    // Unmatched brackets and missing operands.
    ['(a AND b', '(a AND b)'],
    ['a) OR b)', '(a OR b)'],
    ['() a AND (– "") b', '(a AND b)'],
    ['a OR OR b', '(a or OR b)'],
    ['a AND (OR b)', '(a AND or b)'],
    ['a AND OR NOT b NOT', '(a and OR not -b)'],
  ]
  for (const [text, condition] of cases) {
    test(text, () => assert.equal(written(parseQuery(text).condition), condition))
  }

  test('brackets mean nothing without operators, and deep in others', () => {
    assert.equal(parseQuery('(a) (b c)').condition, undefined)
    const deep = `${'('.repeat(60)}a OR b${')'.repeat(60)} AND c`
    assert.equal(written(parseQuery(deep).condition), '((a OR b) AND c)')
  })

  test('all clauses, those of an excluded part among the excluded', () => {
    const { wanted, excluded } = parseQuery('a AND NOT (b OR -c OR NOT d) OR a')
    assert.deepEqual([shown(wanted), shown(excluded)], [['a', '+c', 'd'], ['b']])
    assert.deepEqual(parseQuery('NOT a AND NOT (b)').wanted, [])
  })

  test('names of laws, and the prose without them', () => {
    const named = (text: string) => {
      const query = parseQuery(text)
      return [lawsNamedIn(query), query.prose.replace(/ +/g, ' ').trim()]
    }
    assert.deepEqual(named('law:BGB § 5 -law:"x y" Miete'), [['BGB', 'x y'], '§ 5 Miete'])
    assert.deepEqual(named('(law:a OR law:b) AND § 1 HGB NOT (BGB Miete)'), [['a', 'b'], '( ) § 1 HGB ( )'])
    assert.deepEqual(named('law:"BGB Miete'), [['BGB'], 'Miete'])
    const plain = 'Miete  -BGB "x"'
    assert.equal(parseQuery(plain).prose, plain)
  })

  test('any tokens are a query, whose clauses have all words but operators', () => {
    const random = randomNumbers(8)
    const tokens = [
      'AND',
      'OR',
      'NOT',
      '(',
      ')',
      '-(',
      '+(',
      'a',
      '-b',
      '+c',
      '"d e"',
      'f*',
      'g)',
      '(h',
      '"',
      '–',
      ')).',
      '-',
    ]
    for (let round = 0; round < 5000; round += 1) {
      const text = Array.from({ length: Math.floor(random() * 14) }, () => pick(tokens, random)).join(' ')
      const { wanted, excluded } = parseQuery(text)
      const found = new Set([...wanted, ...excluded].flatMap(wordsIn))
      const expected = wordsOf(text).filter((word) => !['and', 'or', 'not'].includes(word))
      for (const word of expected) assert.ok(found.has(word), `${word} of ${text}`)
    }
  })

  test('take time in proportion to the length', () => {
    for (const part of ['a AND ', '(a OR ', 'NOT ', 'NOT (', ') OR (a', '))) ', 'a) AND ', 'law:a ', '((']) {
      assertLinear((text) => parseQuery(`a OR b ${text}`), part)
    }
  })
})

test('costlyClauses counts phrases and prefixes, each once', () => {
  assert.equal(costlyClauses(parseQuery('Haus +Hof -Garten')), 0)
  assert.equal(costlyClauses(parseQuery('Miet* -Pacht* "Treu und Glauben" -"ohne Grund" Miet* +Miet*')), 5)
})

test('wordsIn', () => {
  const { wanted } = parseQuery('Miete "Treu und Glauben" Haus*')
  assert.deepEqual(wanted.map(wordsIn), [['miete'], ['treu', 'und', 'glauben'], ['haus']])
})
