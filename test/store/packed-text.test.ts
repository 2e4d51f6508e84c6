import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { BlockStore } from '../../src/store/block-store.ts'
import { MAX_TEXT_BYTES, packText, unpackBytes, unpackText } from '../../src/store/packed-text.ts'
import type { ReadRows } from '../../src/store/read-rows.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const refused = (kind: string, message: RegExp) => (error: unknown) =>
  error instanceof LegalTextError && error.kind === kind && message.test(error.message)

test('texts come out as they went in, long ones too', () => {
  for (const text of ['', 'Das Meer ist weit.', 'Größe '.repeat(10_000)]) assert.equal(unpackText(packText(text)), text)
  const longest = 'a'.repeat(MAX_TEXT_BYTES)
  assert.equal(unpackText(packText(longest)).length, MAX_TEXT_BYTES)
  assert.throws(() => packText(`${longest}a`), refused('invalid_input', /67108865 bytes, at most 67108864 are kept/))
})

test('what unpacks to more than a bundle holds, or is damaged, is refused', () => {
  const bomb = zstdCompressSync(Buffer.alloc(MAX_TEXT_BYTES + 1))
  assert(bomb.length < 10_000)
  assert.throws(() => unpackText(bomb), refused('not_ready', /damaged: a text in it unpacks to more than 67108864 /))
  assert.throws(() => unpackText(Buffer.from('no zstd')), refused('not_ready', /damaged: a text in it cannot be/))
  assert.throws(() => unpackText(bomb.subarray(0, 20)), refused('not_ready', /damaged/))
  assert.equal(unpackBytes(zstdCompressSync(Buffer.alloc(5)), 5).length, 5)
  assert.throws(() => unpackBytes(zstdCompressSync(Buffer.alloc(6)), 5), refused('not_ready', /more than 5 bytes/))
})

test('the names of a block of the search index have their limit, too', () => {
  const block = (names: Uint8Array): BlockStore => {
    const read: ReadRows = <Row>(sql: string) =>
      [sql.startsWith('SELECT first') ? { first: 'a' } : { bytes: names }] as Row[]
    return new BlockStore(read, 'term_block', { terms: 1000, lists: 1000 })
  }
  const bomb = zstdCompressSync(Buffer.alloc(100 * 1024 * 1024))
  assert.throws(() => block(bomb).documents('a'), refused('not_ready', /unpacks to more than 4194304 bytes/))
  // A name that claims to share 2^27 bytes with the previous one, or to be that long.
  const head = [1, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0]
  for (const lengths of [
    [0x80, 0x80, 0x80, 0x40, 1],
    [0, 0x80, 0x80, 0x80, 0x40],
    [0, 0x80, 0x80, 0x80, 0x80, 0x78],
  ]) {
    const names = zstdCompressSync(Buffer.from([...head, ...lengths, 97, 1, 1]))
    assert.throws(() => block(names).documents('a'), /block of the search index is damaged/)
  }
})
