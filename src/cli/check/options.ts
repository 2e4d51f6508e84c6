/** The flags of `check`, some of them shared by other commands on documents. */

import { say } from '../../i18n/texts.ts'
import type { Encoding } from '../../read-text/decode.ts'
import { INPUT_FORMATS, type InputFormat } from '../../read-text/format.ts'
import { LegalTextError } from '../../util/errors.ts'
import type { FlagDescription, GivenFlags } from '../description.ts'
import { readShard } from '../lines.ts'
import { daysOf } from '../open-corpus.ts'

export const OUTPUT_FORMATS = ['text', 'json', 'sarif', 'github'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]
/** `lines`: each line is a text. `ndjson`: each is a JSON object with one. */
export const LINE_FORMATS = ['lines', 'ndjson'] as const
export type LineFormat = (typeof LINE_FORMATS)[number]
/** Deprecated values of `--format`, now those of `--input`. */
export const INPUT_VALUES = ['plain', 'markdown', 'html'] as const

/** The argument of commands that read documents. */
export const documentsArgument = <Name extends string>(name: Name, description: string) =>
  ({ name, description, required: true, multiple: true, completes: 'file' }) as const

/** The format of the documents, for commands without line formats. */
export const INPUT_FLAG = {
  description: 'Input format of all files. Default: detected from the content, then from the extension of the name.',
  helpValue: 'FORMAT',
  options: INPUT_FORMATS,
} as const satisfies FlagDescription

type CheckFlags = GivenFlags<
  | ('format' | 'input' | 'encoding' | 'shard' | 'ignore-file' | 'baseline')
  | ('as-of' | 'in-force-on' | 'jurisdiction' | 'dataset'),
  'strict' | 'all' | 'quote' | 'no-quotations' | 'update-baseline' | 'json'
> & { 'ignore-law': readonly string[] | undefined }

/** @throws LegalTextError `invalid_input` for flags that contradict each other */
export function checkOptions(flags: CheckFlags) {
  const { format, json = false, quote = false, strict = false, all = false, baseline, dataset } = flags
  const input = flags.input as InputFormat | LineFormat | undefined
  const oldInput = INPUT_VALUES.find((value) => value === format)
  if (oldInput !== undefined && input !== undefined && oldInput !== input)
    refuse(say`--format ${oldInput} and --input ${input} contradict`)
  const named = OUTPUT_FORMATS.find((value) => value === format)
  if (json && named !== undefined && named !== 'json') refuse(say`--json and --format ${named} contradict`)
  const output: OutputFormat = json ? 'json' : (named ?? 'text')
  if (quote && (output === 'sarif' || output === 'github')) refuse(say`--quote is for text and JSON, not for ${output}`)
  const lineFormat = LINE_FORMATS.find((value) => value === input)
  if (lineFormat !== undefined && (output === 'sarif' || output === 'github'))
    refuse(say`--format ${output} is not for --input ${lineFormat}; expected text or json`)
  if (flags.shard !== undefined && lineFormat === undefined) refuse(say`--shard needs --input lines or --input ndjson`)
  if (flags.encoding !== undefined && lineFormat !== undefined) refuse(say`--encoding is not for --input ${lineFormat}`)
  const updateBaseline = flags['update-baseline'] ?? false
  if (updateBaseline && baseline === undefined) refuse(say`--update-baseline needs --baseline FILE`)
  const laws = flags['ignore-law']?.flatMap((list) => list.split(',').map((law) => law.trim())) ?? []
  return {
    dataset,
    days: daysOf({ ...flags }),
    output,
    input: lineFormat === undefined ? (oldInput ?? (input as InputFormat | undefined)) : undefined,
    encoding: flags.encoding as Encoding | undefined,
    lineFormat,
    shard: readShard(flags.shard),
    strict,
    all: all || quote,
    quote,
    quotations: flags['no-quotations'] !== true,
    ignoredLaws: laws.filter((law) => law !== ''),
    ignoreFile: flags['ignore-file'],
    baseline,
    updateBaseline,
  }
}

export type CheckOptions = ReturnType<typeof checkOptions>

function refuse(message: string): never {
  throw new LegalTextError('invalid_input', message)
}
