/** Reads the texts that a command is given: files, and standard input. */
import { createReadStream } from 'node:fs'
import { LegalTextError } from '../../errors.ts'
import { decodeText } from '../../plain-text/decode.ts'

/** What stands for standard input. */
export const STANDARD_INPUT = '-'

/** Larger texts are refused, so that memory has a limit whatever is read. */
const MOST_BYTES = 16 * 1024 * 1024

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission to read it',
}

/** @throws LegalTextError `invalid_input` that names the file: missing, a folder, too large, or no text. */
export async function readText(name: string): Promise<string> {
  const refuse = (reason: string, cause?: unknown): never => {
    const message = `cannot read ${name === STANDARD_INPUT ? 'standard input' : name}: ${reason}`
    throw new LegalTextError('invalid_input', message, { issues: [{ path: 'file', message }] }, { cause })
  }
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of name === STANDARD_INPUT ? process.stdin : createReadStream(name)) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MOST_BYTES) break
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    refuse(REASONS[code ?? ''] ?? message, error)
  }
  if (bytes > MOST_BYTES) refuse(`it is larger than ${MOST_BYTES} bytes`)
  const decoded = decodeText(Buffer.concat(chunks))
  return decoded.fault === undefined ? decoded.text : refuse(decoded.fault)
}
