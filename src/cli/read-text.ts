/** Reads files and standard input. */

import { createReadStream, fstatSync } from 'node:fs'
import { say } from '../i18n/texts.ts'
import { systemReason } from '../program/system-error.ts'
import { decodeText } from '../read-text/decode.ts'
import { LegalTextError } from '../util/errors.ts'
import { writeNotice } from './output.ts'

/** The argument for standard input. */
export const STANDARD_INPUT = '-'

/** Size limit. */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** @throws LegalTextError `invalid_input` that names the file: missing, a folder, too large, or not a text */
export async function readText(name: string): Promise<string> {
  const decoded = decodeText(await readBytes(name, MAX_TEXT_BYTES))
  if (decoded.fault !== undefined) throw unreadable(name, decoded.fault)
  return decoded.text
}

/** @throws LegalTextError `invalid_input` that names the file: missing, a folder, or too large */
export async function readBytes(name: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of readChunks(name)) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) break
  }
  if (bytes > maxBytes) throw unreadable(name, say`it is larger than ${maxBytes} bytes`)
  return Buffer.concat(chunks)
}

/** Reads a file or standard input in chunks. @throws LegalTextError `invalid_input` that names it: missing, or a folder */
export async function* readChunks(name: string): AsyncGenerator<Buffer> {
  try {
    yield* name === STANDARD_INPUT ? standardInput() : createReadStream(name)
  } catch (error) {
    throw unreadable(name, systemReason(error), { cause: error })
  }
}

/** @throws Error of the system for a folder, which Node.js would read as an empty file */
function standardInput(): NodeJS.ReadStream {
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
  const end = process.platform === 'win32' ? say`Ctrl-Z and Enter` : say`Ctrl-D`
  if (process.stdin.isTTY) writeNotice(say`reading what you type; ${end} on a line of its own ends it`)
  return process.stdin
}

/** @param line the unreadable one, from 1 */
export function unreadable(
  name: string,
  reason: string,
  { line, cause }: { line?: number; cause?: unknown } = {},
): LegalTextError {
  const source = name === STANDARD_INPUT ? say`standard input` : name
  const message = say`cannot read ${line === undefined ? source : say`line ${line} of ${source}`}: ${reason}`
  return new LegalTextError('invalid_input', message, { issues: [{ path: 'file', message }] }, { cause })
}
