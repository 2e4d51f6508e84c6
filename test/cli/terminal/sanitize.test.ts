import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitize, sanitizeText } from '../../../src/cli/terminal/sanitize.ts'

test('control characters become visible, one code unit each', () => {
  assert.equal(sanitizeText('a\x1b[31mb\x07'), 'a␛[31mb␇')
  assert.equal(sanitizeText('\x7f\x9b\u2029'), '␡\ufffd\ufffd')
  const text = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).join('')
  assert.equal(sanitizeText(text).length, text.length)
  assert.doesNotMatch(sanitizeText(text).replace(/[\t\n]/g, ''), /\p{Cc}/u)
})

test('a line separator is a line break', () => {
  assert.equal(sanitizeText('a) Brot\u2028b) Salz'), 'a) Brot\nb) Salz')
})

test('characters that turn the order of the text are shown, those that spell words are kept', () => {
  assert.equal(sanitizeText('a\u202eb\u2066c'), 'a\ufffdb\ufffdc')
  assert.equal(sanitizeText('Gebühren\u00adbescheid\u200d 𝄞 ä'), 'Gebühren\u00adbescheid\u200d 𝄞 ä')
})

test('line feeds and tabs stay', () => {
  assert.equal(sanitizeText('a\n\tb\r\n'), 'a\n\tb␍\n')
})

test('all strings of a value are cleaned, nothing else changes', () => {
  const value = { 'k\x1b': ['\x1b', { deep: '\x07', number: 1, none: null, yes: true }] }
  assert.deepEqual(sanitize(value), { 'k␛': ['␛', { deep: '␇', number: 1, none: null, yes: true }] })
})
