import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingLines } from '../../../src/search/patterns/matching-lines.ts'
import { type PatternOptions, readPattern } from '../../../src/search/patterns/pattern.ts'

/** Matches of a pattern in a text. */
function matches(pattern: string, text: string, options?: PatternOptions): string[] {
  const { source, flags } = readPattern(pattern, options)
  const lines = matchingLines(new RegExp(source, flags), text)
  return lines.flatMap(({ text, highlights }) => highlights.map(([start, end]) => text.slice(start, end)))
}

test('words have umlauts, and begin after a raised number', () => {
  assert.deepEqual(matches('Verk\\w+', 'der Verkäufer, die Verkäufe'), ['Verkäufer', 'Verkäufe'])
  assert.deepEqual(matches('\\bfer', 'Käufer fern'), ['fer'])
  assert.deepEqual(matches('fer\\B', 'Käufer fern'), ['fer'])
  assert.deepEqual(matches('\\bDer\\b', '¹Der Käufer'), ['Der'])
  assert.deepEqual(matches('\\<übt\\>', 'ausübt übt'), ['übt'])
  assert.deepEqual(matches('[\\W]+', 'ä §ö'), [' §'])
  assert.deepEqual(matches('Fähre', 'Fa\u0308hre Fähre'.normalize('NFC')), ['Fähre', 'Fähre'])
  assert.deepEqual(matches('Fa\u0308hre', 'Fähre'), ['Fähre'])
})

test('nothing goes beyond a line, and ^ and $ are its ends', () => {
  const text = 'Das Boot\nder Kai\u2028und der Steg\n\nDas Meer'
  assert.deepEqual(matches('^Das \\w+$', text), ['Das Boot', 'Das Meer'])
  assert.deepEqual(matches('Kai.und', text), ['Kai\u2028und'])
  assert.deepEqual(matches('(?!\\s)$', 'a\nb').length, 0)
  for (const any of ['Boot\\sder', 'Boot[^x]der', 'Boot\\Wder', 'Boot\\Dder', 'Boot\\P{L}der', 'Boot[\\s\\S]der'])
    assert.deepEqual(matches(any, text), [], any)
  // Matching is per line, and the first line does not end in white space.
  assert.deepEqual(matches('Boot(?!\\s)', text), ['Boot'])
})

test('classes and escapes are written as in other tools', () => {
  const text = 'a-b [c] (d) {e} 1.2 &&'
  assert.deepEqual(matches('[]c[]+', text), ['[c]'])
  assert.deepEqual(matches('[(d)]+', text), ['(d)'])
  assert.deepEqual(matches('[a-c-]+', text), ['a-b', 'c'])
  assert.deepEqual(matches('[&&]+', text), ['&&'])
  assert.deepEqual(matches('\\-', text), ['-'])
  assert.deepEqual(matches('{e}', text), ['{e}'])
  assert.deepEqual(matches('[\\d.]+', text), ['1.2'])
  assert.deepEqual(matches('[^\\w\\s]{2,}', text), ['&&'])
  assert.deepEqual(matches('(?<x>[a-z])-\\k<x>|(.)\\2', 'a-a bb'), ['a-a', 'bb'])
})

test('options', () => {
  assert.deepEqual(matches('STRASSE|ÜBER', 'straße über', { ignoreCase: true }), ['über'])
  assert.deepEqual(matches('1.2', '1.2 112', { isFixed: true }), ['1.2'])
  assert.deepEqual(matches('über|Miet', 'über Mieter gegenüber', { isWord: true }), ['über'])
  assert.deepEqual(matches('(', '((', { isFixed: true, isWord: true }), ['(', '('])
})

test('a pattern that cannot be read is refused with the place of the fault', () => {
  for (const [pattern, message] of [
    ['ab(c', /^the group is not closed, at character 3$/],
    ['ab)', /^“\)” closes no group, at character 3$/],
    ['[a', /^the class is not closed, at character 1$/],
    ['a|*', /^“\*” has nothing to repeat, at character 3$/],
    ['a**', /^“\*” has nothing to repeat, at character 3$/],
    ['a\\', /^nothing follows the backslash, at character 2$/],
    ['ä\\q', /^the escape “\\q” is unknown, at character 2$/],
    ['a\\nb', /so no line feed is found, at character 2$/],
    ['[[:alpha:]]', /^“\[:” begins no class; write \\p\{L\} for letters, at character 2$/],
    ['[z-a]', /^the range ends before it begins, at character 2$/],
    ['ab{2,1}', /^“\{2,1\}” repeats at least 2 times, but at most 1, at character 3$/],
    ['a\\p{Foo}', /^Unicode has no property “\\p\{Foo\}”, at character 2$/],
    ['[a\\P{Foo}]', /^Unicode has no property “\\P\{Foo\}”, at character 3$/],
    ['(a)\\2', /^there is no group 2; the pattern has 1, at character 4$/],
    ['\\k<x>(?<y>a)', /^there is no group “x”, at character 1$/],
    ['a[b\\w-z]', /^a range begins with a character, not with a set, at character 4$/],
    ['a[z-b]', /^the range ends before it begins, at character 3$/],
    ['a(?#b)', /^such a group is unknown, at character 2$/],
    ['ab(?x)c', /^the flag x is unknown; known are i, m, s and U, at character 3$/],
    ['a(?)', /^“\(\?\)” sets no flag, at character 2$/],
    ['(?-)', /^such a group is unknown, at character 1$/],
    ['(?i)a)', /^“\)” closes no group, at character 6$/],
  ] as const)
    assert.throws(() => readPattern(pattern), { message }, pattern)
  assert.throws(() => readPattern('a\nb', { isFixed: true }), { message: /no line feed is found, at character 2$/ })
})

test('every match has one of the required strings', () => {
  for (const [pattern, required] of [
    ['Kauf\\w+vertrag', ['vertrag']],
    ['Kaufverträge?', ['Kaufverträg']],
    ['Mietx*vertrag|Pacht', ['vertrag', 'Pacht']],
    ['\\d+ (?:Euro|Mark)', ['Euro', 'Mark']],
    ['(Haus|Hof)(verkauf){2}', ['verkauf']],
    ['(Hof|x+)', []],
    ['(Hofgut)?ab', []],
    ['(?!Hofgut)Gut', ['Gut']],
    ['(?i:Hofgut)', []],
    ['ab|Hofgut', []],
    ['§ \\d+ Absatz', [' Absatz']],
  ] as const)
    assert.deepEqual(readPattern(pattern).required, required, pattern)
  assert.deepEqual(readPattern('Hofgut', { ignoreCase: true }).required, [])
  assert.deepEqual(readPattern('Hof|gut', { isFixed: true }).required, ['Hof|gut'])
})

test('every match has one of the letters, in upper or lower case', () => {
  for (const [pattern, letters] of [
    ['(?i)Hofgut', ['Hofgut']],
    ['(?i:Hof|gut)', ['Hof', 'gut']],
    ['§ \\d+ Absatz', ['Absatz']],
    ['Treu und Glauben', ['Glauben']],
    ['ab|Hofgut', []],
    ['\\w{40,}', []],
    ['§ 12, 13', []],
    ['(?<!Hof)gut', ['gut']],
  ] as const)
    assert.deepEqual(readPattern(pattern).letters, letters, pattern)
  assert.deepEqual(readPattern('Hofgut', { ignoreCase: true }).letters, ['Hofgut'])
})

test('references may stand before their groups, and alternatives may share a name', () => {
  for (const pattern of [
    '\\2(a)(b)',
    '\\k<y>(?<y>a)',
    '(?<y>a)|(?<y>b)\\k<y>',
    '(?:a)(b)\\1',
    '[\\w-]',
    'a{2,2}',
    'a{3,}',
  ]) {
    assert.doesNotThrow(() => readPattern(pattern), pattern)
  }
})

test('flags are set for the rest of a group, or for a group, as in ripgrep', () => {
  for (const [pattern, text, matches] of [
    ['(?i)hafen', 'Hafen HAFEN hafen', ['Hafen', 'HAFEN', 'hafen']],
    ['a(?i)b|c', 'aB C ab AB', ['aB', 'C', 'ab']],
    ['x(a(?i)b|c)y', 'xaBy xCy xAby xcY', ['xaBy', 'xCy']],
    ['(?i)a(?-i)b', 'Ab AB ab', ['Ab', 'ab']],
    ['(?i:h)afen', 'Hafen hafen HAFEN', ['Hafen', 'hafen']],
    ['(?i)(?-i:H)afen', 'HAFEN Hafen hafen', ['HAFEN', 'Hafen']],
    ['(?U)a+', 'aaa', ['a', 'a', 'a']],
    ['(?U)a+?', 'aaa', ['aaa']],
    ['(?U:a+)a+', 'aaa', ['aaa']],
    ['(?ms)^a.c$', 'abc\na\nc', ['abc']],
    ['(?P<letter>[ab])\\k<letter>', 'aabbab', ['aa', 'bb']],
  ] as const) {
    const { source, flags } = readPattern(pattern)
    assert.deepEqual(text.match(new RegExp(source, flags)), matches, pattern)
  }
})
