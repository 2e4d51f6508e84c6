import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayWidth, padEnd, wrapText } from '../../src/terminal/wrap.ts'

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
  const start = performance.now()
  assert.equal(wrapText('§'.repeat(1_000_000), 60).length, Math.ceil(1_000_000 / 60))
  assert.ok(performance.now() - start < 5000)
})

test('whatever the text and the width: nothing is lost, and every line fits', () => {
  const words = ['§', 'Gebührenbescheid', 'a', '法律', 'n.', 'Übergangsvorschrift', '–', 'bis']
  let state = 7
  const next = (limit: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % limit
  }
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: 1 + next(30) }, () => words[next(words.length)]).join(next(9) ? ' ' : '\n')
    const width = 6 + next(60)
    const lines = wrapText(text, width, ' '.repeat(next(3)), ' '.repeat(next(3)))
    assert.equal(lines.join('').replaceAll(' ', ''), text.replace(/\s/g, ''))
    for (const line of lines) assert(displayWidth(line) <= width, `${width}: ${line}`)
  }
})
