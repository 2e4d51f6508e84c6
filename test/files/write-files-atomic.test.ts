import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { writeFilesAtomic } from '../../src/files/write-atomic.ts'

function folderOf(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  test.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('of files that belong together all are written, with their permissions, and nothing else is left', async (t) => {
  const folder = folderOf(t)
  const [a, b] = [join(folder, 'a'), join(folder, 'new', 'b')]
  writeFileSync(a, 'old')
  await writeFilesAtomic(
    [
      { path: a, text: 'one' },
      { path: b, text: 'two', mode: 0o600 },
    ],
    true,
  )
  assert.deepEqual([readFileSync(a, 'utf8'), readFileSync(b, 'utf8')], ['one', 'two'])
  assert.equal(statSync(b).mode & 0o777, 0o600)
  assert.deepEqual([readdirSync(folder).sort(), readdirSync(join(folder, 'new'))], [['a', 'new'], ['b']])
})

test('where one cannot be written, the others are as they were', async (t) => {
  for (const replace of [true, false]) {
    const folder = folderOf(t)
    const [first, second, blocked] = ['first', 'second', 'blocked'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    if (replace) writeFileSync(first, 'old')
    mkdirSync(join(blocked, 'full'), { recursive: true })
    const files = [first, second, blocked].map((path) => ({ path, text: 'new' }))
    await assert.rejects(writeFilesAtomic(files, replace), { kind: 'invalid_input' })
    assert.deepEqual(readdirSync(folder).sort(), replace ? ['blocked', 'first'] : ['blocked'])
    if (replace) assert.equal(readFileSync(first, 'utf8'), 'old')
  }
})

test('an existing file is not replaced unasked', async (t) => {
  const folder = folderOf(t)
  const [a, b] = [join(folder, 'a'), join(folder, 'b')]
  writeFileSync(b, 'old')
  const files = [a, b].map((path) => ({ path, text: 'new' }))
  await assert.rejects(writeFilesAtomic(files, false), {
    kind: 'invalid_input',
    message: `${b} exists; it is not replaced`,
  })
  assert.deepEqual(readdirSync(folder), ['b'])
  assert.equal(readFileSync(b, 'utf8'), 'old')
})
