import assert from 'node:assert/strict'
import { test } from 'node:test'
import citeCommand from '../../src/cli/commands/cite.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { cite } from '../../src/operations/cite.ts'
import { laws } from '../../src/operations/laws.ts'
import { norm } from '../../src/operations/norm.ts'
import { nextOffset, type Operation, parseInput, routedOf } from '../../src/operations/operation.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { search } from '../../src/operations/search.ts'
import { LegalTextError } from '../../src/util/errors.ts'

function refused(operation: Pick<Operation, 'input'>, raw: unknown): LegalTextError {
  try {
    parseInput(operation, raw)
  } catch (error) {
    assert(error instanceof LegalTextError)
    assert.equal(error.kind, 'invalid_input')
    return error
  }
  assert.fail(`${JSON.stringify(raw)} was accepted`)
}

test('numbers are read from digits or given as numbers; defaults fill the rest', () => {
  assert.deepEqual(parseInput(laws, {}), { offset: 0 })
  assert.deepEqual(parseInput(laws, { limit: '12', offset: 3 }), { limit: 12, offset: 3 })
  assert.deepEqual(parseInput(search, { q: 'Hafen' }), {
    ...{
      q: 'Hafen',
      codes: [],
      kind: [],
      in_force: false,
      limit: 20,
      offset: 0,
      facets: false,
      typing: false,
      explain: false,
    },
  })
  assert.equal(parseInput(relationships, { code: 'a', norm: 'b' }).limit, 100)
})

test('what is not a whole number in the range is refused, and the error says what would be right', () => {
  for (const limit of [
    '',
    ' 1',
    '1 ',
    '0x10',
    '1e2',
    '+1',
    '-1',
    '1.5',
    'ten',
    '0',
    '101',
    0,
    1.5,
    Number.NaN,
    true,
    null,
    {},
    [1],
  ]) {
    const error = refused(search, { q: 'Hafen', limit })
    assert.equal(error.message, 'limit: must be a whole number from 1 to 100', JSON.stringify(limit))
  }
  assert.equal(refused(laws, { offset: '9'.repeat(30) }).message, 'offset: must be a whole number of at least 0')
})

test('every wrong input is named, once, in one error, with what was asked for', () => {
  const { details, message } = refused(relationships, {
    code: 'msgb',
    norm: 'par:1',
    limit: 'x',
    offset: '-1',
    kind: 'y',
  })
  assert.deepEqual(details.issues?.map(({ path }) => path).sort(), ['kind', 'limit', 'offset'])
  assert.equal(details.code, 'msgb')
  assert.equal(details.norm, 'par:1')
  assert.match(message, /kind: unknown parameter; known are code, norm, type, limit, offset/)
})

test('codes: commas, lists, both; no more than 100; none of them empty', () => {
  const codes = (value: unknown) => parseInput(search, { q: 'Hafen', codes: value }).codes
  assert.deepEqual(codes('a, b,c'), ['a', 'b', 'c'])
  assert.deepEqual(codes(['a', 'b,c']), ['a', 'b', 'c'])
  for (const wrong of ['', ',', 'a,,b', ['a', 1], 7, null, Array(101).fill('a')]) {
    assert.deepEqual(
      refused(search, { q: 'Hafen', codes: wrong }).details.issues?.map(({ path }) => path),
      ['codes'],
    )
  }
})

test('a query is 1 to 1,000 characters and asks for something; the error says what is wrong', () => {
  for (const q of ['a'.repeat(1000), '§', '-a b', '"a" -b', '+a', 'a*', 'a "']) {
    assert.equal(parseInput(search, { q }).q, q)
  }
  const words = 'q: must be the words to look for'
  const none = `${words}; there is none in it, or all are excluded or only name laws`
  for (const q of [
    '',
    ' ',
    '"-+*',
    '+ -',
    '""',
    '*',
    '!?',
    '\u0000',
    '-Hafen',
    '-"am Kai" -Hafen*',
    'NOT Hafen',
    'law:msgb',
  ]) {
    assert.equal(refused(search, { q }).message, none, q)
  }
  for (const q of [undefined, ['a'], 7]) assert.equal(refused(search, { q }).message, words)
  assert.equal(refused(search, { q: 'a'.repeat(1001) }).message, 'q: must be at most 1000 characters')
})

test('explain is true or false, typed or as a word', () => {
  const explain = (value: unknown) => parseInput(search, { q: 'Hafen', explain: value }).explain
  assert.equal(explain(undefined), false)
  for (const value of [true, 'true']) assert.equal(explain(value), true)
  for (const value of [false, 'false']) assert.equal(explain(value), false)
  for (const value of ['', 'yes', 'TRUE', '1', 1, null, ['true']]) {
    assert.equal(refused(search, { q: 'Hafen', explain: value }).message, 'explain: must be true or false')
  }
})

test('a wrong type is told in our words, whatever the input', () => {
  for (const { name, input, example } of catalogue) {
    for (const raw of [5, 'x', [], true, Symbol('x')]) {
      assert.match(refused({ input }, raw).message, /^input: must be an object/, name)
    }
    for (const key of Object.keys(input.shape)) {
      for (const value of [null, {}, [{}], Symbol('x'), () => 1]) {
        const { message, details } = refused({ input }, { ...example, [key]: value })
        assert.doesNotMatch(message, /Invalid|received/, `${name} ${key}`)
        assert.deepEqual(
          details.issues?.map(({ path }) => path),
          [key],
        )
      }
    }
  }
})

test('names are trimmed, and neither empty nor endless', () => {
  assert.deepEqual(parseInput(norm, { code: ' BGB ', norm: '\t§ 1 ' }), { code: 'BGB', norm: '§ 1' })
  for (const raw of [
    {},
    { code: 'a' },
    { code: '', norm: '1' },
    { code: 'a', norm: ' ' },
    { code: 'a', norm: '1'.repeat(301) },
  ]) {
    refused(norm, raw)
  }
})

test('next is the offset of the next page, or null', () => {
  assert.equal(nextOffset(0, 10, 25), 10)
  assert.equal(nextOffset(20, 5, 25), null)
  assert.equal(nextOffset(30, 0, 25), null)
})

test('the catalogue: distinct names and paths, inputs that are strict and described', () => {
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length)
  assert.equal(new Set(routedOf(catalogue).map(({ path }) => path)).size, routedOf(catalogue).length)
  for (const operation of catalogue) {
    assert.doesNotThrow(() => parseInput(operation, operation.example), operation.name)
    refused(operation, { ...operation.example, nonsense: 1 })
    for (const [name, schema] of Object.entries(operation.input.shape)) {
      assert((schema as { description?: string }).description, `${operation.name} ${name}`)
    }
  }
})

test('a text that is too long for cite is told of check', async () => {
  const long = '§ 1 MSGB '.repeat(12_000)
  assert.match(refused(cite, { q: long }).message, /at most 100000 characters; longer texts are for check$/)
  await assert.rejects(citeCommand.run({ args: { q: long }, flags: {} }), {
    kind: 'invalid_input',
    message: 'Q: must be at most 100000 characters; legal-text check FILE reads longer texts',
  })
})

test('an input is an object without a class', () => {
  for (const raw of [new Map(), new Date(0), new URL('file:///x'), Promise.resolve({}), new Error('x')]) {
    assert.match(
      refused(laws, raw).message,
      /^input: must be an object with query, initial, limit, offset, as_of, in_force_on, jurisdiction, not a/,
    )
  }
})
