import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ContentHash } from '../../../../src/import/gii/site/fetch-laws.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The hash of a text that arrives in chunks of a given size. */
function hashOf(text: string, size = text.length): string {
  const hash = new ContentHash()
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += Math.max(1, size)) hash.update(bytes.subarray(start, start + size))
  return hash.digest()
}

test('leaves out build dates, and nothing else', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['<a builddate="20260101120000" b="c"/>', '<a b="c"/>'],
    ['<a b="c" builddate="20260101120000"/>', '<a b="c"/>'],
    ['<a builddate=""><b builddate="1"/><b builddate="2"/></a>', '<a><b/><b/></a>'],
    ['<a builddate="12345678901234567890"/>', '<a/>'],
    ['<a builddate="123456789012345678901"/>', '<a builddate="123456789012345678901"/>'],
    ['<a  builddate="1" builddate="2"/>', '<a />'],
    ['<a rebuilddate="1"/>builddate="1"', '<a rebuilddate="1"/>builddate="1"'],
    ['text builddate="', 'text builddate="'],
    ['text builddate="1', 'text builddate="1'],
    ['text builddate="1"', 'text'],
    [' builddate="1" builddate="1" builddate="1', ' builddate="1'],
    ['no date: builddate="§§§§§§§§§§§ builddate="1"', 'no date: builddate="§§§§§§§§§§§'],
  ]
  for (const [text, expected] of cases) {
    for (let size = 1; size <= text.length + 1; size++) {
      assert.equal(hashOf(text, size), sha256(expected), `${text} in parts of ${size}`)
    }
  }
})

test('does not change what it is given', () => {
  const bytes = Buffer.from('<a builddate="1"/><a builddate="2"/>')
  const copy = Buffer.from(bytes)
  const hash = new ContentHash()
  hash.update(bytes)
  hash.digest()
  assert(bytes.equals(copy))
})
