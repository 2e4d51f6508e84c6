import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../src/library/read-document.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a document is read as text with its format, from its content, its name, or as told', async () => {
  const page = '<!doctype html><p>§ 1 MSGB</p>'
  assert.deepEqual(await readDocument(bytes(page)), { text: page, format: 'html', notes: [] })
  assert.equal((await readDocument(bytes('§ 1 MSGB'), { name: 'brief.md' })).format, 'markdown')
  assert.equal((await readDocument(bytes('§ 1 MSGB'), { format: 'latex' })).format, 'latex')
  assert.equal((await readDocument(bytes('x§ 1 MSGB').subarray(1))).text, '§ 1 MSGB')
})

test('a document that cannot be read is an error of ours that names it', async () => {
  await assert.rejects(readDocument(bytes('§ 1 MSGB'), { format: 'docx', name: 'a.docx' }), (error) => {
    assert(error instanceof LegalTextError)
    assert.equal(error.kind, 'invalid_input')
    assert.match(error.message, /^a\.docx cannot be read: it is not a zip archive/)
    return true
  })
})
