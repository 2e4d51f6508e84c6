import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Clause, costlyClauses, parseQuery, wordsIn } from '../../src/search/query-parser.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { assertLinear } from '../growth.ts'
import { randomNumbers, randomString } from './random.ts'

/** Clauses as they would be typed; phrases are always required. */
function shown(clauses: readonly Clause[]): string[] {
  return clauses.map((clause) => {
    if (clause.kind === 'phrase') return `"${clause.words.join(' ')}"`
    const sign = clause.required ? '+' : ''
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

test('costlyClauses counts phrases and prefixes, each once', () => {
  assert.equal(costlyClauses(parseQuery('Haus +Hof -Garten')), 0)
  assert.equal(costlyClauses(parseQuery('Miet* -Pacht* "Treu und Glauben" -"ohne Grund" Miet* +Miet*')), 5)
})

test('wordsIn', () => {
  const { wanted } = parseQuery('Miete "Treu und Glauben" Haus*')
  assert.deepEqual(wanted.map(wordsIn), [['miete'], ['treu', 'und', 'glauben'], ['haus']])
})
