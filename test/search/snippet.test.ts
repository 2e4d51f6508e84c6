import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentenceAfter } from '../../src/citation/sentences.ts'
import { germanAnalyzer } from '../../src/search/analyzer.ts'
import { createMatcher } from '../../src/search/highlighter.ts'
import { type Snippet, snippet as snippetOf } from '../../src/search/snippet.ts'
import { tidyText } from '../../src/search/text-units.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { assertLinearWhenAwaited } from '../growth.ts'
import { madeUpWords } from './made-up-words.ts'
import { drawWord, randomNumbers, randomString, randomWords, vocabulary } from './random.ts'

const analysis = germanAnalyzer(madeUpWords())

/** The snippet of a text for phrases and for words, each of which may match in any form. */
async function snippet(
  text: string,
  words: readonly string[],
  maximum?: number,
  phrases: string[][] = [],
): Promise<Snippet> {
  const terms = new Set(words.map((word) => analysis.term(word)))
  const matcher = createMatcher({ terms, prefixes: [], phrases }, analysis)
  return snippetOf(tidyText(text), matcher, { sentenceAfter }, maximum)
}

const filler = (count: number) => Array.from({ length: count }, (_, number) => `wort${number}`).join(' ')
const highlighted = ({ snippet, highlights }: Snippet) => highlights.map(([start, end]) => snippet.slice(start, end))

function matches(word: string, words: readonly string[]): boolean {
  const terms = words.map((word) => analysis.term(word))
  return terms.includes(analysis.term(word)) || analysis.parts(word).some(({ term }) => terms.includes(term))
}

describe('snippet', () => {
  test('a short text is given in full', async () => {
    assert.deepEqual(await snippet('Der Deich ist zu pflegen.', ['deich', 'pflegen']), {
      snippet: 'Der Deich ist zu pflegen.',
      highlights: [
        [4, 9],
        [17, 24],
      ],
    })
  })

  test('line breaks, tabs and control characters become single spaces', async () => {
    const result = await snippet('\n(1)\tDer\u00a0\u0000 Deich\r\n\r\n1.\u2028Pflege \n', ['pflege'])
    assert.equal(result.snippet, '(1) Der Deich 1. Pflege')
    assert.deepEqual(highlighted(result), ['Pflege'])
  })

  test('what is marked is the word as it is written, in any form', async () => {
    const result = await snippet(
      'Die Ku\u0308ndigung, die KUENDIGUNG und die Kün\u00addigung, aber nicht Kunde, gekündigt',
      ['kuendigung'],
    )
    assert.deepEqual(highlighted(result), ['Ku\u0308ndigung', 'KUENDIGUNG', 'Kün\u00addigung', 'gekündigt'])
  })

  test('the beginning where nothing matches', async () => {
    const text = filler(100)
    const result = await snippet(text, ['deich'])
    assert.deepEqual(result.highlights, [])
    assert.match(result.snippet, /^wort0 .* wort\d+ …$/)
    assert.ok(text.startsWith(result.snippet.slice(0, -1)))
    assert.ok(result.snippet.length <= 240 && result.snippet.length > 220)
    assert.deepEqual(await snippet('', ['deich']), { snippet: '', highlights: [] })
    assert.deepEqual(await snippet(' \n', []), { snippet: '', highlights: [] })
  })

  test('around a match in the middle, at the beginning and at the end', async () => {
    const middle = await snippet(`${filler(100)} Deich ${filler(100)}`, ['deich'])
    assert.match(middle.snippet, /^… wort\d+ .*wort99 Deich wort0 .* wort\d+ …$/)
    const beginning = await snippet(`Deich ${filler(100)}`, ['deich'])
    assert.match(beginning.snippet, /^Deich wort0 .* wort\d+ …$/)
    const end = await snippet(`${filler(100)} Deich.`, ['deich'])
    assert.match(end.snippet, /^… wort\d+ .* wort99 Deich\.$/)
    for (const result of [middle, beginning, end]) {
      assert.deepEqual(highlighted(result), ['Deich'])
      assert.ok(result.snippet.length <= 240 && result.snippet.length > 220, result.snippet)
    }
  })

  test('different terms together beat more of the same, more beat fewer, the first beats the second', async () => {
    const text = [
      'Deich Deich Deich',
      filler(60),
      'erstens Pflege des Deichs',
      filler(60),
      'zweitens Pflege, Pflege und Deich',
      filler(60),
      'drittens Pflege, Pflege und Deich',
    ].join(' ')
    assert.match((await snippet(text, ['deich', 'pflege'])).snippet, /zweitens Pflege/)
    assert.match((await snippet(text, ['deich'])).snippet, /^Deich Deich Deich/)
    assert.match((await snippet(text, ['erstens', 'deich'])).snippet, /erstens Pflege/)
  })

  test('words are not cut, unless one is longer than the snippet', async () => {
    const long = 'x'.repeat(300)
    assert.equal((await snippet(long, [])).snippet, `${'x'.repeat(238)} …`)
    assert.equal((await snippet('😀'.repeat(200), [])).snippet, `${'😀'.repeat(119)} …`)
    assert.equal((await snippet(`a${'😀'.repeat(200)}`, [])).snippet, `a${'😀'.repeat(118)} …`)
    assert.deepEqual((await snippet(long, ['x'.repeat(100)])).highlights, [])
    assert.deepEqual(await snippet(`${long} Deich ${long}`, ['deich']), { snippet: '… Deich …', highlights: [[2, 7]] })
    assert.deepEqual(await snippet(`${long}-Deich-${long}`, ['deich']), { snippet: '… Deich …', highlights: [[2, 7]] })
  })

  test('a word that follows a very long one without a blank', async () => {
    const { snippet: result } = await snippet(`${'x'.repeat(300)}-Deich ${filler(100)}`, ['deich'])
    assert.match(result, /^… Deich wort0 .* wort\d+ …$/)
    assert.ok(result.length > 220)
  })

  test('terms that lie too far apart are not counted together', async () => {
    const text = ['Pflege', filler(60), 'Deich Deich Deich', filler(60), 'erstens Pflege, Deich', filler(60)].join(' ')
    assert.match((await snippet(text, ['deich', 'pflege'])).snippet, /erstens Pflege/)
  })

  test('a cluster that fills the snippet', async () => {
    const result = await snippet(`${filler(50)} ${'Deich '.repeat(200)}`, ['deich'])
    assert.ok(result.highlights.length >= 39)
    assert.ok(result.snippet.length <= 240)
  })

  test('at most as long as asked for', async () => {
    const text = `${filler(50)} Deich und Pflege ${filler(50)}`
    for (let maximum = 20; maximum < 500; maximum += 7) {
      const result = await snippet(text, ['deich', 'pflege'], maximum)
      assert.ok(result.snippet.length <= maximum)
      assert.deepEqual(highlighted(result)[0], 'Deich')
    }
  })

  test('compounds are marked as a whole', async () => {
    assert.deepEqual(highlighted(await snippet('Das Mieterhöhungsverlangen.', ['miete'])), ['Mieterhöhungsverlangen'])
  })

  test('rows of words are marked where they stand in a row, over line breaks', async () => {
    const text = `Treu. Glauben. Nach Treu\nund\n\nGlauben ${filler(5)}`
    assert.deepEqual(highlighted(await snippet(text, [], 240, [['treu', 'und', 'glauben']])), [
      'Treu',
      'und',
      'Glauben',
    ])
    const long = `${filler(100)} Treu ${filler(100)} Treu und\nGlauben ${filler(100)}`
    assert.match((await snippet(long, [], 240, [['treu', 'und', 'glauben']])).snippet, /wort99 Treu und Glauben wort0/)
  })

  test('random texts: length, order, matching words, words of the text, nothing left out in silence', async () => {
    const random = randomNumbers(10)
    const words = vocabulary(300, random)
    for (let round = 0; round < 1000; round += 1) {
      const text = Array.from({ length: Math.floor(random() * 200) }, () => drawWord(words, random)).join(
        random() < 0.5 ? ' ' : '\n',
      )
      const sought = randomWords(words, random)
      const result = await snippet(text, sought)
      const line = text.replaceAll('\n', ' ')
      const inner = result.snippet.replace(/^… | …$/g, '')
      assert.ok(result.snippet.length <= 240)
      assert.ok(` ${line} `.includes(` ${inner} `))
      assert.equal(result.snippet.startsWith('… '), !line.startsWith(inner))
      assert.equal(result.snippet.endsWith(' …'), !line.endsWith(inner))
      const matching = wordsOf(inner).filter((word) => matches(word, sought))
      assert.deepEqual(
        highlighted(result).flatMap((word) => wordsOf(word)),
        matching,
      )
      assert.equal(
        matching.length > 0,
        wordsOf(text).some((word) => matches(word, sought)),
      )
    }
  })

  test('any string', async () => {
    const random = randomNumbers(11)
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => randomString(random)).join('')
      const sought = wordsOf(text).filter(() => random() < 0.1)
      const result = await snippet(text, sought, 100)
      assert.ok(result.snippet.length <= 100)
      let previous = 0
      for (const [start, end] of result.highlights) {
        assert.ok(start >= previous && start < end && end <= result.snippet.length)
        assert.ok(wordsOf(result.snippet.slice(start, end)).some((word) => matches(word, sought)))
        previous = end
      }
    }
  })
})

/** Sentences without the query words. */
const sentences = (count: number) => 'Der Damm schützt das Land vor Hochwasser. '.repeat(count)

describe('where a snippet begins', () => {
  const startOf = async (text: string, words = ['deich', 'pflege']) => (await snippet(text, words)).snippet.slice(0, 24)

  test('with the sentence of the match, abbreviations and dates aside', async () => {
    const sentence = 'Nach § 3 Abs. 2 Nr. 1 ist am 1. Januar der Deich zu prüfen. '
    assert.equal(await startOf(sentences(9) + sentence + sentences(9)), '… Nach § 3 Abs. 2 Nr. 1 ')
  })

  test('with the item or the paragraph of the match, if the sentence began too long before', async () => {
    const items = `Zu prüfen sind\n1. ${filler(40)},\n2. jeder Deich und\n3. ${filler(40)}.`
    assert.equal(await startOf(items), '… 2. jeder Deich und 3. ')
    const paragraphs = `(1) ${filler(40)}\n(1a) Jeder Deich bleibt\n(2) ${filler(40)}`
    assert.equal(await startOf(paragraphs), '… (1a) Jeder Deich bleib')
  })

  test('with the sentence before the items, if the item fits after it', async () => {
    const text = `${sentences(9)}\n(2) Zu prüfen sind\n1. die Ufer,\n2. jeder Deich und\n3. ${filler(40)}.`
    assert.equal(await startOf(text), '… (2) Zu prüfen sind 1. ')
  })

  test('never with a digit, a bracket or a label that belongs to words before it', async () => {
    for (const stray of ['12 ', '3) ', '(4 ', '5 Nr. ', 'a) ', '§ 7 Abs. ', '… ', '¹² ']) {
      for (let shift = 0; shift < 20; shift += 1) {
        const text = `${filler(30)} ${'x'.repeat(shift)} ${stray.repeat(40 / stray.length)}Wort ${'y '.repeat(20)}Deich ${filler(60)}`
        assert.match((await snippet(text, ['deich'])).snippet, /^… (?:§ |\p{L}{3}|[xy] )/u, text)
      }
    }
    assert.match((await snippet(`${filler(60)} Absatz 2 ${filler(60)}`, ['2'])).snippet, /^… wort\d+ .* Absatz 2 /)
  })

  test('with a number or a label that matches: with the word before it', async () => {
    const dense = '433 '.repeat(80)
    assert.match((await snippet(`${filler(60)} Absatz ${dense}`, ['433'])).snippet, /^… Absatz 433 433 /)
  })

  test('with the first words of the text, if it would begin soon after them', async () => {
    for (let before = 1; before <= 8; before += 1) {
      const text = `(1) ${filler(before)} Deich ${filler(23)} Pflege ${filler(60)}`
      const result = await snippet(text, ['deich', 'pflege'])
      assert.ok(text.startsWith(result.snippet.slice(0, 40)), result.snippet)
      assert.equal(highlighted(result)[0], 'Deich')
    }
  })

  test('with an earlier sentence at the end of a text, to fill the room', async () => {
    const { snippet: result } = await snippet(`${sentences(20)}Es gilt der Deich.`, ['deich'])
    assert.match(result, /^… (?:Der Damm schützt das Land vor Hochwasser\. )+Es gilt der Deich\.$/)
    assert.ok(result.length > 190)
  })
})

describe('the sentence that a snippet shows', () => {
  test('has most of the words of the query, even if two others have more together', async () => {
    const apart = 'Der Deich ruht. Pflege tut not. Schutz und Deich. '
    const together = 'Deich mit Pflege und Schutz. '
    const text = sentences(9) + apart + sentences(9) + together + sentences(9)
    assert.match((await snippet(text, ['deich', 'pflege', 'schutz'])).snippet, /^… Deich mit Pflege und Schutz\./)
    assert.match(
      (await snippet(text, ['deich', 'ruht', 'pflege', 'not'])).snippet,
      /^… Der Deich ruht\. Pflege tut not/,
    )
  })

  test('is the first one where nothing matches, also after the number of its paragraph', async () => {
    const first = 'Nach § 3 Abs. 2 gilt Satz 1 am 1. Januar.'
    assert.equal((await snippet(`${first}\n${sentences(9)}`, ['deich'])).snippet, `${first} …`)
    assert.equal((await snippet(`(1) ¹${first} ²${sentences(9)}`, ['deich'])).snippet, `(1) ¹ ${first} …`)
    const long = `Der Damm ${filler(60)}. ${sentences(9)}`
    assert.match((await snippet(long, ['deich'])).snippet, /^Der Damm wort0 .{180,} …$/)
  })
})

describe('raised numbers of sentences', () => {
  test('are set off, and what is marked stays marked', async () => {
    const result = await snippet('(1) ¹Der Deich ruht.²§ 3 gilt. ¹²Pflege: 5 m² Deich¹ und 10¹² 6ᵇⁱˢ', [
      'deich',
      'pflege',
    ])
    assert.equal(result.snippet, '(1) ¹ Der Deich ruht. ² § 3 gilt. ¹² Pflege: 5 m² Deich¹ und 10¹² 6ᵇⁱˢ')
    assert.deepEqual(highlighted(result), ['Deich', 'Pflege', 'Deich'])
  })

  test('do not make a snippet too long, nor stand at its end', async () => {
    const text = `${'¹Der Deich. '.repeat(19)}²Pflege`
    assert.ok(text.length <= 240)
    const result = await snippet(text, ['deich'])
    assert.ok(result.snippet.length <= 240)
    assert.ok(highlighted(result).every((word) => word === 'Deich'))
    for (let count = 30; count < 60; count += 1) {
      const { snippet: cut } = await snippet(`${'x'.repeat(count)} ${'Ufer. ¹Der Damm. ²Das Land. '.repeat(20)}`, [])
      assert.doesNotMatch(cut, /[¹²] …$/)
    }
  })

  test('white space alone is changed', async () => {
    const random = randomNumbers(12)
    const bare = (text: string) => text.replace(/[\s\p{Cc}]/gu, '')
    for (let round = 0; round < 1000; round += 1) {
      const pieces = ['Deich', ' ', '\n', '¹', '²Der', '. ', '(1)', '2.', 'Pflege', '§ 3 ', '; ', '“', '„', '\t', ') ']
      const text = Array.from({ length: 90 }, () => pieces[Math.floor(random() * pieces.length)]).join('')
      const result = await snippet(text, ['deich', 'pflege'])
      assert.ok(bare(text).includes(bare(result.snippet.replace(/^… | …$/g, ''))), result.snippet)
      assert.ok(result.snippet.length <= 240)
      for (const word of highlighted(result)) assert.match(word, /^(?:Deich|Pflege|Der|[¹²]|\p{L})+$/u)
    }
  })
})

describe('long texts', () => {
  const characters = (count: number) => 'wort '.repeat(Math.ceil(count / 5)).slice(0, count)

  test('a match far from the beginning, with none before it', async () => {
    const result = await snippet(`${characters(50_000)} Deich ${characters(1000)}`, ['deich'])
    assert.deepEqual(highlighted(result), ['Deich'])
    assert.match(result.snippet, /^… .* …$/)
  })

  test('matches near the beginning go before those far from it', async () => {
    const result = await snippet(`${characters(1000)} Deich ${characters(50_000)} Deich und Pflege`, [
      'deich',
      'pflege',
    ])
    assert.deepEqual(highlighted(result), ['Deich'])
  })

  test('a match anywhere: nothing is left out in silence, no word is cut', async () => {
    for (let before = 19_600; before < 20_100; before += 3) {
      const text = `${characters(before)} Deich Pflegearbeiten ${characters(2000)}`
      const result = await snippet(text, ['deich', 'pflegearbeiten'])
      assert.deepEqual(highlighted(result), ['Deich', 'Pflegearbeiten'], `${before}`)
      assert.match(result.snippet, /^… .* …$/)
      assert.ok(` ${text.replace(/ +/g, ' ')} `.includes(` ${result.snippet.slice(2, -2)} `), result.snippet)
      assert.ok(result.snippet.length <= 240 && result.snippet.length > 220)
    }
  })

  test('many characters, in time in proportion to their number', async () => {
    for (const part of [
      'Deich ',
      'a ',
      'Deich',
      '\t\n',
      '1.',
      'Deich. ',
      '1. Deich\n',
      '¹Deich. ',
      '. ',
      '(',
      '😀',
      'wort Deich und Pflege, ',
      's',
      'ß',
      'Deich-',
    ]) {
      const work = async (text: string) =>
        assert.ok((await snippet(text, ['deich', 'a', 'pflege', 'sxx'])).snippet.length <= 240)
      await assertLinearWhenAwaited(work, part)
    }
  })

  test('a long text is searched in stretches, with phrases across them', async () => {
    const filling = 'Damm und Wall und Siel '
    for (const length of [3000, 4080, 4090, 4095, 4100, 9000]) {
      const before = filling.repeat(1000).slice(0, length)
      const line = `${before} Treu und Glauben ${filling.repeat(3000)}`
      const targets = { terms: new Set<string>(), prefixes: [], phrases: [['treu', 'und', 'glauben']] }
      const matches = createMatcher(targets, analysis)(line)
      assert.deepEqual(
        matches.map(({ start, end }) => line.slice(start, end)),
        ['Treu', 'und', 'Glauben'],
      )
    }
  })
})
