/** Opens inputs that a test has made. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openInput } from '../../src/import/input.ts'
import type { Input } from '../../src/import/source.ts'
import { LegalTextError } from '../../src/util/errors.ts'

/** A folder for the files of a test file, removed at the end. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'legal-text-test-'))
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

export interface Opened {
  name: string
  /** Content by path; the error message if it cannot be read. */
  contents: Record<string, string>
  /** Reasons by path. */
  skipped: Record<string, string>
}

/** Opens an input, reads everything in it, and closes it. */
export async function readInput(path: string): Promise<Opened> {
  const input = await openInput(path)
  try {
    return { name: input.name, contents: await contentsOf(input), skipped: reasonsOf(input) }
  } finally {
    await input.close()
  }
}

/** As {@link readInput}, of bytes that are first written to a file named `name`. */
export async function readBytes(folder: string, name: string, bytes: Uint8Array): Promise<Opened> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return readInput(path)
}

async function contentsOf({ files }: Input): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const file of files) {
    contents[file.path] = await file.read().then(
      (bytes) => new TextDecoder().decode(bytes),
      (error: Error) => `error: ${error.message}`,
    )
  }
  return contents
}

const reasonsOf = ({ skipped = [] }: Input) => Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))

/** Asserts that a promise rejects with an error for the user that says what is wrong. */
export async function refused(work: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof LegalTextError, `not for the user: ${error instanceof Error ? error.stack : error}`)
    assert.equal(error.kind, 'invalid_input')
    assert.match(error.message, message)
    return true
  })
}
