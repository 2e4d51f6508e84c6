import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocuments } from '../../src/import/workers.ts'
import { law } from './gii/site/site.ts'

/** Far below the default of workers, in MB. */
const HEAP_MB = 32

test('a document that takes too much memory is a fault of its own, and all others are read', {
  timeout: 120_000,
}, async () => {
  const dense = law('dense', '<P>a</P>'.repeat(190_000)).xml
  const codes = ['first', 'second', 'dense', ...Array.from({ length: 8 }, (_, index) => `later_${index}`)]
  const documents = codes.map((code) => {
    const bytes = Buffer.from(code === 'dense' ? dense : law(code).xml)
    return {
      document: { code, path: `${code}.xml`, sourceUrl: 'https://site.example/xml.zip', titles: [code] },
      file: { path: `${code}.xml`, size: bytes.length, read: async () => bytes },
      past: [],
      read: [],
    }
  })
  const order = { family: 'gesetze-im-internet', states: [] }
  const results: string[] = []
  for await (const result of parseDocuments(order, documents, undefined, HEAP_MB)) {
    results.push(result.reason ?? result.document.code)
  }
  const expected = codes.map((code) => (code === 'dense' ? 'dense.xml: takes more than 32 MB of memory to read' : code))
  assert.deepEqual(results, expected)
})
