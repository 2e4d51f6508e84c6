/** Words of a citation that must not get lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Tokens } from '../../../src/citation/grammar/tokens.ts'
import { endOfPartAfter } from '../../../src/citation/text/detached-parts.ts'
import { findDesignations } from '../../../src/citation/text/find-designations.ts'
import { findUnparsed } from '../../../src/citation/text/unparsed.ts'
import { read } from './read-text.ts'

test('a list goes on with double letters below a letter, and with single ones beside it', () => {
  const first = 'par:1/nr:1/buchst:a/buchst:aa FooG'
  assert.deepEqual(read('§ 1 Nr. 1 Buchst. a Doppelbuchst. aa und bb FooG'), [
    first,
    'par:1/nr:1/buchst:a/buchst:bb FooG',
  ])
  for (const list of ['aa, b', 'aa und Buchst. b']) {
    assert.deepEqual(read(`§ 1 Nr. 1 Buchst. a Doppelbuchst. ${list} FooG`), [first, 'par:1/nr:1/buchst:b FooG'])
  }
})

test('a part after the law does not replace the one in front of it', () => {
  assert.deepEqual(read('§ 4 Abs. 1 FooG (2)'), ['par:4/abs:1 FooG'])
  assert.deepEqual(read('§ 4 Abs. 1 FooG Satz 2'), ['par:4/abs:1/satz:2 FooG'])
})

test('designations parted by a semicolon are of one law, whatever small words lead to them', () => {
  assert.deepEqual(read('§ 5; gegen § 7 FooG'), ['par:5 FooG', 'par:7 FooG'])
  assert.deepEqual(read('nach § 5; gegen § 7 FooG'), ['par:5 FooG', 'par:7 FooG'])
  assert.deepEqual(read('§ 5, gegen § 7 FooG'), ['par:5 ?', 'par:7 FooG'])
})

test('a number of three digits after a law is that of a page, not a part', () => {
  for (const [text, isPart] of [
    ['FooG (99)', true],
    ['FooG (100)', false],
    ['FooG S. 99', true],
    ['FooG S. 100', false],
  ] as const) {
    assert.equal(endOfPartAfter(new Tokens(text), 'FooG'.length) !== undefined, isPart, text)
  }
})

test('what touches the end of an unreadable citation is looked at, too', () => {
  const text = '§ 1xyz MSGB§ abc MSGB'
  assert.deepEqual(
    findUnparsed(text, findDesignations(text)).map(({ start, end }) => text.slice(start, end)),
    ['§ 1xyz MSGB', '§ abc MSGB'],
  )
})
