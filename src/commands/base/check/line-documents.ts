/** Documents that are lines of a file or of standard input. They are read one by one, however many there are. */
import { createReadStream } from 'node:fs'
import * as z from 'zod'
import type { LegalTextError } from '../../../errors.ts'
import { TEXT_FORMATS } from '../../../plain-text/format.ts'
import { type Line, linesOf, type Shard } from '../lines.ts'
import { MAX_TEXT_BYTES, readStandardInput, reasonOf, STANDARD_INPUT, unreadable } from '../read-text.ts'
import type { Input } from './inputs.ts'
import type { LineFormat } from './line-formats.ts'

const TEXT_EXPECTED = 'it must be an object with the `text` to check'
const OBJECT = z.object(
  {
    text: z.string(TEXT_EXPECTED),
    id: z.union([z.string(), z.number()], 'its `id` must be a string or a number').optional(),
    format: z.enum(TEXT_FORMATS, `its \`format\` must be one of ${TEXT_FORMATS.join(', ')}`).default('plain'),
  },
  TEXT_EXPECTED,
)

/**
 * @param files and `-` for standard input
 * @param shard the lines of each file to read. Default: all.
 * @returns each document that is not empty, or the error of a line that is none
 * @throws LegalTextError `invalid_input` for a file that cannot be read
 */
export async function* lineDocuments(
  files: readonly string[],
  format: LineFormat,
  shard?: Shard,
): AsyncGenerator<Input | LegalTextError> {
  for (const file of new Set(files)) {
    const source = file === STANDARD_INPUT ? readStandardInput() : readFile(file)
    for await (const line of linesOf(source, MAX_TEXT_BYTES, shard)) {
      if (line.text.trim() !== '') yield documentOf(file, line, format)
    }
  }
}

async function* readFile(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw unreadable(file, reasonOf(error), { cause: error })
  }
}

function documentOf(file: string, line: Line, format: LineFormat): Input | LegalTextError {
  const { number, text, fault } = line
  if (fault !== undefined) return unreadable(file, fault, { line: number })
  // The line is that of the file.
  if (format === 'lines') return { file, text, format: 'plain', notes: [], firstLine: number }
  const json = parse(text)
  if (json === undefined) return unreadable(file, 'it is not JSON', { line: number })
  const { success, data, error } = OBJECT.safeParse(json)
  if (!success) return unreadable(file, error.issues[0]?.message ?? TEXT_EXPECTED, { line: number })
  return { file: String(data.id ?? `${file}:${number}`), text: data.text, format: data.format, notes: [] }
}

/** JSON has no `undefined`. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
