import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { languageOfHeader, languageOfLocale } from '../../src/i18n/choose-language.ts'
import { counted, formatNumber, oneDecimal, wordsOf } from '../../src/i18n/readable.ts'
import {
  addTexts,
  currentLanguage,
  inLanguage,
  localDate,
  received,
  resaid,
  say,
  sayAll,
  sayOr,
  sent,
  t,
  translated,
  translatedStored,
  useLanguage,
} from '../../src/i18n/texts.ts'

addTexts('de', {
  '{0} of {1}': '{0} von {1}',
  'from {1} to {0}, {0}': 'von {1} bis {0}, {0}',
  '{0} norms on {1}': 'am {1} {0} Normen',
  norm: 'Norm',
  norms: 'Normen',
  'not found': 'nicht gefunden',
  'it is a folder': 'es ist ein Ordner',
  'cannot read {0}: {1}': '{0} lässt sich nicht lesen: {1}',
  'must be {0}, not {1}': 'muss {0} sein, nicht {1}',
  'must be {0}': 'muss {0} sein',
  'an http(s) URL': 'eine http(s)-URL',
  'it is larger than {0} bytes': 'sie ist größer als {0} Byte',
  '{0} or {1}': '{0} oder {1}',
  '{0}: {1}': '{0}: {1}',
  '{0}; {1}': '{0}; {1}',
})
afterEach(() => useLanguage('en'))

test('a marked text is English without a language, and keeps its values', () => {
  assert.equal(t`${3} of ${'norms'}`, '3 of norms')
  assert.equal(translated('norm'), 'norm')
})

test('a marked text is that of the language, its values in its order', () => {
  useLanguage('de')
  assert.equal(t`${3} of ${4}`, '3 von 4')
  assert.equal(t`${3} norms on ${'2026-03-29'}`, 'am 29.03.2026 3 Normen')
  assert.equal(t`without a text: ${1}`, 'without a text: 1')
  assert.equal(t`${'{1}'} of ${'$&'}`, '{1} von $&', 'a value is no pattern')
})

test('a language holds for a function, also if that fails', () => {
  assert.equal(
    inLanguage('de', () => translated('norm')),
    'Norm',
  )
  assert.throws(() =>
    inLanguage('de', () => {
      throw new Error('x')
    }),
  )
  assert.equal(currentLanguage(), 'en')
})

test('numbers, counts and days are written as in the language', () => {
  const written = () => [
    formatNumber(1234567),
    counted(1, 'norm'),
    counted(6877, 'norm'),
    oneDecimal(8.25),
    localDate('2026-03-29'),
    localDate('2026-03-29T10:20:30.123Z'),
    localDate('since 2026-03-29'),
    wordsOf('not_found'),
  ]
  assert.deepEqual(written(), [
    '1,234,567',
    '1 norm',
    '6,877 norms',
    '8.3',
    '2026-03-29',
    '2026-03-29T10:20:30.123Z',
    'since 2026-03-29',
    'not found',
  ])
  assert.deepEqual(inLanguage('de', written), [
    '1.234.567',
    '1 Norm',
    '6.877 Normen',
    '8,3',
    '29.03.2026',
    '29.03.2026, 10:20 UTC',
    'since 2026-03-29',
    'nicht gefunden',
  ])
})

const inGerman = (message: string) => inLanguage('de', () => translated(message))

test('a message is English for programs, and in the language of people where it is shown, with the messages in it', () => {
  const reason = say`it is larger than ${9} bytes`
  const message = say`cannot read ${'a b'}: ${reason}`
  assert.equal(message, 'cannot read a b: it is larger than 9 bytes')
  assert.equal(translated(message), message)
  assert.equal(inGerman(message), 'a b lässt sich nicht lesen: sie ist größer als 9 Byte')
  assert.equal(
    inGerman(say`cannot read ${'"a: b"'}: ${'it is a folder'}`),
    '„a: b“ lässt sich nicht lesen: es ist ein Ordner',
  )
  assert.equal(
    inGerman(say`${'--port'}: ${say`must be ${'an http(s) URL'}, not ${'"x"'}`}`),
    '--port: muss eine http(s)-URL sein, nicht „x“',
  )
  assert.equal(inGerman(sayAll([reason, 'it is a folder'])), 'sie ist größer als 9 Byte; es ist ein Ordner')
  assert.equal(inGerman(say`must be ${sayOr(['a', 'b', 'c'])}`), 'muss a, b oder c sein')
  assert.equal(inGerman('cannot read x: nobody has said so'), 'cannot read x: nobody has said so')
})

test('a message that is nothing but its value keeps the parts of that', () => {
  const message = say`it is larger than ${9} bytes`
  assert.equal(inGerman(say`${message}`), 'sie ist größer als 9 Byte')
  assert.equal(inGerman(say`${'anything'}`), 'anything')
  assert.equal(inGerman(sayAll(['', 'anything'], '')), 'anything')
})

test('a message that is cut, or crosses to another process, keeps its parts', () => {
  const message = say`cannot read ${'secret'}: ${say`it is larger than ${9} bytes`}`
  const changed = resaid(message, (text) => text.replaceAll('secret', '…'))
  assert.equal(changed, 'cannot read …: it is larger than 9 bytes')
  assert.equal(inGerman(changed), '… lässt sich nicht lesen: sie ist größer als 9 Byte')
  const parts = JSON.parse(JSON.stringify(sent(message)))
  for (let other = 0; other < 30_000; other++) say`${other}`
  assert.equal(inGerman(message), message)
  assert.equal(received(parts), message)
  assert.equal(inGerman(message), 'secret lässt sich nicht lesen: sie ist größer als 9 Byte')
})

test('a sentence that a bundle holds is recognised by the text that has most of its letters', () => {
  const stored = (english: string) => inLanguage('de', () => translatedStored(english))
  const german = 'a b lässt sich nicht lesen: sie ist größer als 9 Byte'
  assert.equal(stored('cannot read a b: it is larger than 9 bytes'), german)
  assert.equal(stored('msgb: cannot read a b: it is larger than 9 bytes'), `msgb: ${german}`)
  assert.equal(
    stored('cannot read "a": it is a folder; it is a folder'),
    '„a“ lässt sich nicht lesen: es ist ein Ordner; es ist ein Ordner',
  )
  assert.equal(stored('it is a folder'), 'es ist ein Ordner')
  const endless = 'a: b; '.repeat(5000)
  assert.equal(stored(endless), endless)
  for (const other of ['cannot read : it is a folder', 'nobody has said so', '']) assert.equal(stored(other), other)
  assert.equal(translatedStored('cannot read a: it is a folder'), 'cannot read a: it is a folder')
})

test('the locale is the first variable that is set', () => {
  const cases = [
    [{}, 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'de' }, 'de'],
    [{ LANG: 'de_AT@euro' }, 'de'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'fr_FR.UTF-8' }, 'en'],
    [{ LANG: 'den_XX' }, 'en'],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'en_GB.UTF-8', LC_MESSAGES: 'de_DE.UTF-8' }, 'de'],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: '', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: '', LC_ALL: '' }, 'de'],
  ] as const
  for (const [environment, language] of cases) assert.equal(languageOfLocale(environment), language)
  // Windows sets none of these.
  assert.equal(languageOfLocale({}, 'de-AT'), 'de')
  assert.equal(languageOfLocale({ LANG: 'en_GB.UTF-8' }, 'de-AT'), 'en')
})

test('a browser names its languages by preference', () => {
  const cases = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH, fr;q=0.9', 'de'],
    ['fr, de;q=0.8, en;q=0.5', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['de;q=x', 'en'],
    ['*', 'en'],
  ] as const
  for (const [header, language] of cases) assert.equal(languageOfHeader(header), language, String(header))
})
