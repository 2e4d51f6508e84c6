/** Line documents of a file or of standard input, read one by one, however many there are. */

import * as z from 'zod'
import { say } from '../../i18n/texts.ts'
import { TEXT_FORMATS } from '../../read-text/format.ts'
import type { LegalTextError } from '../../util/errors.ts'
import { tried } from '../../util/tried.ts'
import { type Line, linesOf, type Shard } from '../lines.ts'
import { MAX_TEXT_BYTES, readChunks, unreadable } from '../read-text.ts'
import type { Input } from './inputs.ts'
import type { LineFormat } from './options.ts'

const ID_EXPECTED = say`its \`id\` must be a string or a whole number below 2^53`
const TEXT_EXPECTED = say`it must be an object with the \`text\` to check`
const OBJECT = z.object(
  {
    text: z.string(TEXT_EXPECTED),
    id: z.union([z.string(), z.int(ID_EXPECTED).max(Number.MAX_SAFE_INTEGER, ID_EXPECTED)], ID_EXPECTED).optional(),
    format: z
      .enum(TEXT_FORMATS, { error: () => say`its \`format\` must be one of ${TEXT_FORMATS.join(', ')}` })
      .default('plain'),
  },
  TEXT_EXPECTED,
)

/** A line that is not a document. */
export interface UnreadableLine {
  file: string
  line: number
  error: LegalTextError
}

/**
 * @param files and `-` for standard input
 * @param shard the lines of each file to read. Default: all.
 * @returns each non-empty document, and each invalid line
 * @throws LegalTextError `invalid_input` for a file that cannot be read
 */
export async function* lineDocuments(
  files: readonly string[],
  format: LineFormat,
  shard?: Shard,
): AsyncGenerator<Input | UnreadableLine> {
  for (const file of new Set(files)) {
    for await (const line of linesOf(readChunks(file), MAX_TEXT_BYTES, shard)) {
      if (line.fault !== undefined || line.text.trim() !== '') yield documentOf(file, line, format)
    }
  }
}

function documentOf(file: string, line: Line, format: LineFormat): Input | UnreadableLine {
  const { number, text, fault } = line
  const refused = (fault: string) => ({ file, line: number, error: unreadable(file, fault, { line: number }) })
  if (fault !== undefined) return refused(fault)
  // Its line is that in the file.
  if (format === 'lines') return { file, text, format: 'plain', notes: [], firstLine: number }
  const json = parse(text)
  if (json === undefined) return refused(say`it is not JSON`)
  const { success, data, error } = OBJECT.safeParse(json)
  if (!success) return refused(error.issues[0]?.message ?? TEXT_EXPECTED)
  const { id = '', text: own, format: written } = data
  return { file: id === '' ? `${file}:${number}` : String(id), text: own, format: written, notes: [] }
}

/** JSON has no `undefined`. */
const parse = (text: string): unknown => tried(() => JSON.parse(text), undefined)
