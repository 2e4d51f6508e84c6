import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { displayWidth, padEnd } from '../../../src/cli/terminal/width.ts'
import { wrapText } from '../../../src/cli/terminal/wrap.ts'
import { assertLinear } from '../../growth.ts'

test('columns are counted, not code units', () => {
  assert.equal(displayWidth('§ 433 äöü'), 9)
  assert.equal(displayWidth('a\u0308'), 1)
  assert.equal(displayWidth('法律'), 4)
  assert.equal(displayWidth('𝄞'), 1)
  assert.equal(displayWidth('Ge\u00adbühr'), 6)
  assert.equal(displayWidth('\x1b[1mfett\x1b[22m'), 4)
  assert.equal(padEnd('ä', 3), 'ä  ')
  assert.equal(padEnd('long', 2), 'long')
})

test('lines break at spaces and keep what the text breaks itself', () => {
  assert.deepEqual(wrapText('eins zwei drei\nvier', 9), ['eins zwei', 'drei', 'vier'])
  assert.deepEqual(wrapText('', 9), [''])
  assert.deepEqual(wrapText('a\n\nb', 9), ['a', '', 'b'])
})

test('indents count towards the width', () => {
  assert.deepEqual(wrapText('1. eins zwei drei', 10, '  ', '     '), ['  1. eins', '     zwei', '     drei'])
})

test('a word that is wider than a line is broken, no character is lost', () => {
  assert.deepEqual(wrapText('ab Donaudampfschiff', 6), ['ab', 'Donaud', 'ampfsc', 'hiff'])
  assert.deepEqual(wrapText('法律法律法', 5), ['法律', '法律', '法'])
})

test('a word of a million characters takes no longer than many words', () => {
  assert.equal(wrapText('§'.repeat(1_000_000), 60).length, Math.ceil(1_000_000 / 60))
  assertLinear((text) => wrapText(text, 60), '§')
})

/** The lines of a text, broken at every possible place. */
const pieces = (text: string) => wrapText(text, 12).join('|')

test('a designation stays beside its number', () => {
  for (const [text, broken] of [
    ['das steht in § 5', 'das steht in|§ 5'],
    ['siehe die §§ 433 ff. BGB', 'siehe die|§§ 433 ff.|BGB'],
    ['gilt auch Art. 5', 'gilt auch|Art. 5'],
    ['aus dem Absatz 2', 'aus dem|Absatz 2'],
    ['wenn der Satz 1 gilt', 'wenn der|Satz 1 gilt'],
    ['im Buchst. aa', 'im|Buchst. aa'],
    ['in der (Anlage IV)', 'in der|(Anlage IV)'],
    ['siehe auch S. 7', 'siehe auch|S. 7'],
    ['ist es Nummer 3a,', 'ist es|Nummer 3a,'],
    ['sagen wir z. B. so', 'sagen wir|z. B. so'],
    ['also am 1. Januar', 'also am|1. Januar'],
    ['das ist nichts …', 'das ist|nichts …'],
    ['und so … weiter', 'und|so … weiter'],
    ['es sind 10 000 Euro', 'es sind|10 000 Euro'],
    ['mit dabei 19 %', 'mit dabei|19 %'],
    ['so etwas mehr – und', 'so etwas|mehr – und'],
  ] as const) {
    assert.equal(pieces(text), broken)
  }
})

test('other words do not hold what follows', () => {
  assert.equal(pieces('in diesem Satz im Text'), 'in diesem|Satz im Text')
  assert.equal(pieces('in der Nummer dort'), 'in der|Nummer dort')
  assert.equal(pieces('gilt wie ff. dort'), 'gilt wie ff.|dort')
})

test('where nothing else helps, a designation is parted', () => {
  assert.deepEqual(wrapText('§ 123456', 6), ['§', '123456'])
  assert.deepEqual(wrapText('Nr. 1234567', 5), ['Nr.', '12345', '67'])
})

test('a soft hyphen is seen only where a line ends at it, a zero-width space never', () => {
  assert.deepEqual(wrapText('Ge\u00adbüh\u00adren\u00adbe\u00adscheid', 40), ['Gebührenbescheid'])
  assert.deepEqual(wrapText('Ge\u00adbüh\u00adren\u00adbe\u00adscheid', 10), ['Gebühren-', 'bescheid'])
  assert.deepEqual(wrapText('Ge\u00adbüh\u00adren\u00adbe\u00adscheid', 8), ['Gebüh-', 'renbe-', 'scheid'])
  assert.deepEqual(wrapText('Kai\u200bmauer', 7), ['Kai', 'mauer'])
  assert.deepEqual(wrapText('Kai\u200bmauer', 8), ['Kaimauer'])
  assert.deepEqual(wrapText('\u00ad\u00ada', 1), ['a'])
})

test('compounds break after their hyphens, no-break spaces hold', () => {
  assert.deepEqual(wrapText('das Muster-Formular', 12), ['das Muster-', 'Formular'])
  assert.deepEqual(wrapText('die neue E-Mail', 10), ['die neue', 'E-Mail'])
  assert.deepEqual(wrapText('without --no-search', 14), ['without', '--no-search'])
  assert.deepEqual(wrapText('aus 10\u00a0000\u202fEuro', 12), ['aus', '10\u00a0000\u202fEuro'])
})

test('emoji and what stands on a letter are not parted', () => {
  assert.equal(displayWidth('👍'), 2)
  assert.equal(displayWidth('👩‍👩‍👧'), 2)
  assert.equal(displayWidth('🇩🇪'), 2)
  assert.equal(displayWidth('❤️'), 2)
  assert.equal(displayWidth('☑'), 1)
  assert.deepEqual(wrapText('👩‍👩‍👧👍', 2), ['👩‍👩‍👧', '👍'])
  assert.deepEqual(wrapText('a\u0308o\u0308u\u0308', 2), ['a\u0308o\u0308', 'u\u0308'])
})

test('styles and links end with a line and go on after the indent of the next', () => {
  const link = (words: string) => `\x1b]8;id=1;https://a.example/\x07\x1b[4m${words}\x1b[24m\x1b]8;;\x07`
  assert.deepEqual(wrapText(`Nach ${link('§ 1 Abs. 2')} gilt`, 10, '', '  '), [
    `Nach ${link('§ 1')}`,
    `  ${link('Abs. 2')}`,
    '  gilt',
  ])
  assert.deepEqual(wrapText('\x1b[1m\x1b[31mein Wort\x1b[39m\x1b[22m mehr', 4), [
    '\x1b[1m\x1b[31mein\x1b[39m\x1b[22m',
    '\x1b[1m\x1b[31mWort\x1b[39m\x1b[22m',
    'mehr',
  ])
  assert.deepEqual(wrapText('a \x1b[2m b \x1b[22m c', 20), ['a \x1b[2mb \x1b[22mc'])
})

/** Deterministic random numbers below a limit. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 8) % limit
  }
}

test('whatever the text and the width: nothing is lost, and every line fits', () => {
  const words = [
    ...['§', '§§', 'Abs.', 'Nr.', 'Satz', '1', '433', 'ff.', '(3a)', 'z.', 'B.', '–', '%', 'S.', '10', '000', 'bis'],
    ...['Ge\u00adbüh\u00adren\u00adbe\u00adscheid', 'Kai\u200bmauer', 'Muster-Widerrufsformular', 'E-Mail', 'a', 'und'],
    ...['法律', '\u3000', '👩‍👩‍👧', 'u\u0308ber', '10\u00a0000', '„Übergangsvorschrift“,', 'x'.repeat(300), '\u2003'],
  ]
  const visible = (text: string) => text.replace(/[\s\u00ad\u200b]/g, '')
  const next = seeded(7)
  for (let round = 0; round < 1000; round++) {
    const parts = Array.from({ length: 1 + next(60) }, () => {
      const word = words[next(words.length)] ?? ''
      return next(12) ? word : `\x1b[4m${word}\x1b[24m`
    })
    const text = parts.map((part) => part + (['\n', '  '][next(12)] ?? '')).join(' ')
    const width = 40 + next(211)
    const lines = wrapText(text, width, ' '.repeat(next(20)), ' '.repeat(next(20)))
    // Visible hyphens at line ends are not part of the text.
    const shown = stripVTControlCharacters(lines.join('\n')).replace(/(Ge|büh|ren|be)-$/gm, '$1')
    assert.equal(visible(shown), visible(stripVTControlCharacters(text)), JSON.stringify({ width, text }))
    for (const line of lines) assert(displayWidth(line) <= width, `${width}: ${line}`)
  }
})

test('a text is broken in time in proportion to its length', () => {
  const sentence =
    'Der Käufer ist nach § 433 Abs. 2 verpflichtet, dem Verkäufer z. B. 10 000 Euro zu zahlen – und mehr. '
  assertLinear((text) => wrapText(text, 80), sentence)
})
