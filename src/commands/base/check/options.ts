/** The flags of `check`, compared with each other. */
import { LegalTextError } from '../../../errors.ts'
import type { InputFormat } from '../../../plain-text/format.ts'
import type { Given } from '../description.ts'

export const OUTPUT_FORMATS = ['text', 'json', 'sarif', 'github'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]
/** Input formats that `--format` named before there was `--input`. */
export const INPUT_VALUES = ['plain', 'markdown', 'html'] as const

export interface CheckFlags {
  output: OutputFormat
  input: InputFormat | undefined
  strict: boolean
  all: boolean
  quote: boolean
  /** Laws that are not checked. */
  ignoredLaws: string[]
  ignoreFile: string | undefined
  baseline: string | undefined
  updateBaseline: boolean
}

/** @throws LegalTextError `invalid_input` for flags that contradict each other */
export function checkOptions(given: Given): CheckFlags {
  const format = given.text('format')
  const named = given.text('input') as InputFormat | undefined
  const old = INPUT_VALUES.find((value) => value === format)
  if (old !== undefined && named !== undefined && old !== named)
    refuse(`--format ${old} and --input ${named} contradict`)
  const asked = old === undefined ? (format as OutputFormat | undefined) : undefined
  if (given.has('json') && asked !== undefined && asked !== 'json') refuse(`--json and --format ${asked} contradict`)
  const output = given.has('json') ? 'json' : (asked ?? 'text')
  const quote = given.has('quote')
  if (quote && (output === 'sarif' || output === 'github')) refuse(`--quote is for text and JSON, not for ${output}`)
  const baseline = given.text('baseline')
  const updateBaseline = given.has('update-baseline')
  if (updateBaseline && baseline === undefined) refuse('--update-baseline takes --baseline FILE')
  return {
    output,
    input: old ?? named,
    strict: given.has('strict'),
    all: given.has('all') || quote,
    quote,
    ignoredLaws: given
      .texts('ignore-law')
      .flatMap((laws) => laws.split(','))
      .map((law) => law.trim())
      .filter((law) => law !== ''),
    ignoreFile: given.text('ignore-file'),
    baseline,
    updateBaseline,
  }
}

function refuse(message: string): never {
  throw new LegalTextError('invalid_input', message)
}
