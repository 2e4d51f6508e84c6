import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf, readShard, type Shard } from '../../src/cli/lines.ts'
import { LegalTextError } from '../../src/util/errors.ts'
import { randomNumbers } from '../search/random.ts'

/** The lines of a stream that arrives in chunks. */
async function lines(text: string | Buffer, { shard, longest = 1000, pieces = [] as number[] } = {} as Options) {
  const bytes = Buffer.from(text as string)
  const cuts = [0, ...pieces.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
  async function* source() {
    for (const [index, cut] of cuts.slice(1).entries()) yield bytes.subarray(cuts[index], cut)
  }
  return Array.fromAsync(linesOf(source(), longest, shard))
}
interface Options {
  shard?: Shard
  longest?: number
  pieces?: number[]
}

test('lines are those of the text, wherever the stream is cut', async () => {
  const random = randomNumbers(3)
  for (let round = 0; round < 300; round++) {
    const words = Array.from(
      { length: 12 },
      () => ['', 'a', '§ 1', '\r', 'ü😀', '\n', '\r\n'][Math.floor(random() * 7)],
    )
    const text = words.join('')
    const pieces = Array.from({ length: 5 }, () => Math.floor(random() * text.length * 2))
    const read = await lines(text, { pieces })
    const expected = text.replace(/\n$/, '').split('\n')
    assert.deepEqual(
      read.map((line) => line.text),
      text === '' ? [] : expected.map((line) => line.replace(/\r$/, '')),
      JSON.stringify(text),
    )
    assert.deepEqual(
      read.map((line) => line.number),
      read.map((_, index) => index + 1),
    )
    const count = 1 + Math.floor(random() * 4)
    const shards = await Promise.all(
      Array.from({ length: count }, (_, index) => lines(text, { pieces, shard: { index: index + 1, count } })),
    )
    assert.deepEqual(
      shards.flat().sort((a, b) => a.number - b.number),
      read,
    )
  }
})

test('a line that is too long is cut and told; one of the greatest length is whole', async () => {
  const [whole, cut, next] = await lines('12345\n123456789\nab', { longest: 5, pieces: [8, 10] })
  assert.deepEqual(whole, { number: 1, text: '12345' })
  assert.deepEqual(cut, { number: 2, text: '12345', fault: 'it is larger than 5 bytes' })
  assert.deepEqual(next, { number: 3, text: 'ab' })
})

test('lines of UTF-16 with a byte order mark are read, wherever the stream is cut', async () => {
  const littleEndian = Buffer.from('\ufeff§ 1 A\r\nü😀\n', 'utf16le')
  for (const bytes of [littleEndian, Buffer.from(littleEndian).swap16()]) {
    for (let cut = 1; cut < bytes.length; cut++) {
      const read = await lines(bytes, { pieces: [cut] })
      assert.deepEqual(read, [
        { number: 1, text: '§ 1 A' },
        { number: 2, text: 'ü😀' },
      ])
    }
  }
})

test('a line that is not UTF-8 is told with its place in the stream', async () => {
  const [, line] = await lines(Buffer.from('a\n\xa7 1\n', 'latin1'))
  assert.equal(line?.fault, 'it is not UTF-8 text: byte 0 (line 2, column 1) is 0xa7')
})

test('a shard is I/N', () => {
  assert.equal(readShard(undefined), undefined)
  assert.deepEqual(readShard('2/8'), { index: 2, count: 8 })
  for (const wrong of ['', '2', '0/2', '3/2', '1/0', '-1/2', '1/2/3', '1.5/2', 'a/b', '1/1000001']) {
    assert.throws(
      () => readShard(wrong),
      (error) =>
        error instanceof LegalTextError && error.kind === 'invalid_input' && /I\/N, such as/.test(error.message),
    )
  }
})
