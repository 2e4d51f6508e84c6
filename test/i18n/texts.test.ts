import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { languageOfHeader, languageOfLocale } from '../../src/i18n/choose-language.ts'
import { translatedMessage } from '../../src/i18n/messages.ts'
import { counted, formatNumber, oneDecimal, wordsOf } from '../../src/i18n/readable.ts'
import { addTexts, currentLanguage, inLanguage, localDate, t, translated, useLanguage } from '../../src/i18n/texts.ts'

addTexts('de', {
  '{0} of {1}': '{0} von {1}',
  'from {1} to {0}, {0}': 'von {1} bis {0}, {0}',
  '{0} norms on {1}': 'am {1} {0} Normen',
  norm: 'Norm',
  norms: 'Normen',
  'not found': 'nicht gefunden',
  'there is no file {0}': 'die Datei {0} gibt es nicht',
  'it is a folder': 'es ist ein Ordner',
  'cannot read {0}: {1}': '{0} lässt sich nicht lesen: {1}',
  'must be {0}, not {1}': 'muss {0} sein, nicht {1}',
  'a whole number': 'eine ganze Zahl',
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

test('messages are found by their patterns, in parts and in values', () => {
  const cases = [
    ['it is a folder', 'es ist ein Ordner'],
    ['there is no file x y', 'die Datei x y gibt es nicht'],
    ['cannot read a: it is a folder', 'a lässt sich nicht lesen: es ist ein Ordner'],
    ['--limit: must be a whole number, not x', '--limit: muss eine ganze Zahl sein, nicht x'],
    ['it is a folder; there is no file b', 'es ist ein Ordner; die Datei b gibt es nicht'],
    ['nobody has translated this', 'nobody has translated this'],
    ['a\nb of 2', 'a\nb von 2'],
  ] as const
  for (const [english, german] of cases) {
    assert.equal(translatedMessage(english), english)
    assert.equal(
      inLanguage('de', () => translatedMessage(english)),
      german,
    )
  }
})

test('what is in quotation marks is no place for a pattern, and a long message takes no long time', () => {
  useLanguage('de')
  assert.equal(
    translatedMessage('cannot read "a: b": it is a folder'),
    '„a: b“ lässt sich nicht lesen: es ist ein Ordner',
  )
  assert.equal(translatedMessage('"1 of 2" of 3'), '„1 of 2“ von 3')
  const long = `cannot read ${'a of is: b; '.repeat(1000)}`
  const began = performance.now()
  assert.equal(translatedMessage(long), long)
  assert(performance.now() - began < 1000)
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
