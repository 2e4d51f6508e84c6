import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkContainers, placeSubdivisions } from '../../../src/import/package/read-law.ts'
import type { ParsedNorm } from '../../../src/model/parsed-law.ts'
import { processorTime } from '../../growth.ts'

const MANY = 60_000
/** Limit in milliseconds; quadratic work takes minutes. */
const LONG = 20_000

function quickly<Result>(work: () => Result): Result {
  let result: Result | undefined
  const time = processorTime(() => {
    result = work()
  })
  assert(time < LONG, `it took ${Math.round(time)} ms`)
  return result as Result
}

const numbers = Array.from({ length: MANY }, (_, index) => index)

test('many parts of a text, there or not', () => {
  const lines = numbers.map((number) => `(${number}) Satz ${number}.\n`)
  const text = lines.join('')
  const parts = (textOf: (number: number) => string) =>
    numbers.map((number) => ({ kind: 'abs', value: number, text: textOf(number) }))
  const there = quickly(() =>
    placeSubdivisions(
      text,
      parts((number) => `(${number}) Satz ${number}.`),
    ),
  )
  assert.equal(there.placed.length, MANY)
  assert.deepEqual(there.lost, [])
  const lost = quickly(() =>
    placeSubdivisions(
      text,
      parts((number) => `(${number}) Wort ${number}.`),
    ),
  )
  assert.equal(lost.lost.length, MANY)
  const some = quickly(() =>
    placeSubdivisions(
      text,
      parts((number) => `(${number}) ${number % 3 === 0 ? 'Wort' : 'Satz'} ${number}.`),
    ),
  )
  assert.equal(some.lost.length, MANY / 3)
})

test('many parts that nearly stand in a text of one letter', () => {
  const part = `${'a'.repeat(200)}b`
  const { lost } = quickly(() =>
    placeSubdivisions(
      'a'.repeat(1_000_000),
      numbers.slice(0, 20_000).map((value) => ({ kind: 'abs', value, text: part })),
    ),
  )
  assert.equal(lost.length, 20_000)
})

test('a part that is nested more deeply than any is lost', () => {
  const path = Array.from({ length: MANY }, (_, index) => `nr:${index}`).join('/')
  assert.equal(quickly(() => placeSubdivisions('Satz.', [{ path, text: 'Satz.' }])).lost.length, 1)
})

test('many containers within each other', () => {
  const indexes = new Map(numbers.map((number) => [`par:${number}`, number]))
  const chain = numbers.slice(1).map((inner) => ({ place: 'x', outer: `par:${inner - 1}`, inner: `par:${inner}` }))
  const back = { place: 'x', outer: `par:${MANY - 1}`, inner: 'par:0' }
  for (const links of [chain, chain.toReversed()]) {
    const norms = numbers.map((number) => ({ path: `par:${number}`, container: undefined }) as ParsedNorm)
    const failed = quickly(() => linkContainers(norms, indexes, [...links, back]))
    assert.deepEqual(failed, [{ place: 'x', reason: `par:${MANY - 1} cannot contain par:0: it would contain itself` }])
    assert.equal(norms[MANY - 1]?.container, MANY - 2)
  }
})
