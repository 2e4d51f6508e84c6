import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readWords, WordStream } from '../../../src/import/search-index/read-norms.ts'
import { randomNumbers } from '../../search/random.ts'

const folder = mkdtempSync(join(tmpdir(), 'legal-text-words-'))
after(() => rmSync(folder, { recursive: true }))
let files = 0

interface Norm {
  label: number[]
  heading: number[]
  defined: number[]
  text: number[]
  starts: number[]
}

function write(norms: Iterable<Norm>): string {
  const stream = new WordStream(join(folder, String(files++)))
  for (const norm of norms) stream.add(norm)
  stream.close()
  return stream.file
}

const read = (file: string): Norm[] =>
  Array.from(readWords(file), ({ label, heading, defined, text, starts }) => ({
    label: [...label],
    heading: [...heading],
    defined: [...defined],
    text: [...text],
    starts: [...starts],
  }))

const random = randomNumbers(42)
const numbers = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 2 ** 32))
const norm = (label: number, heading: number, text: number): Norm => ({
  label: numbers(label),
  heading: numbers(heading),
  defined: numbers(Math.floor(heading / 2)),
  text: numbers(text),
  starts: numbers(text),
})

test('norms are read as they were written, also those without words', () => {
  const norms = Array.from({ length: 500 }, () =>
    norm(Math.floor(random() * 4), Math.floor(random() * 5), Math.floor(random() ** 3 * 300)),
  )
  norms.push(norm(0, 0, 0), norm(1, 0, 0), norm(0, 0, 1), norm(0, 0, 0))
  assert.deepEqual(read(write(norms)), norms)
})

test('no norm', () => assert.deepEqual(read(write([])), []))

test('a stream can be read more than once', () => {
  const norms = [norm(2, 3, 10), norm(0, 0, 0), norm(1, 1, 1)]
  const file = write(norms)
  assert.deepEqual(read(file), norms)
  assert.deepEqual(read(file), norms)
})

test('more words than the buffer holds, in one norm and in several', () => {
  const norms = [
    norm(1, 1, 3),
    norm(2, 2, 600_000),
    norm(1, 1, 1),
    norm(0, 2, 400_000),
    norm(1, 0, 300_000),
    norm(1, 1, 1),
  ]
  const found = readWords(write(norms))
  for (const { label, heading, text, starts } of norms) {
    const { value } = found.next()
    for (const [kind, expected] of Object.entries({ label, heading, text, starts })) {
      const actual = value?.[kind as keyof Norm] as Uint32Array
      assert.ok(
        Buffer.from(Uint32Array.from(expected).buffer).equals(Uint8Array.from(Buffer.from(actual.slice().buffer))),
      )
    }
  }
  assert.equal(found.next().done, true)
})

test('a file that ends too early throws', () => {
  const file = write([norm(2, 2, 50)])
  truncateSync(file, 100)
  assert.throws(() => read(file), /ends too early/)
})
