import * as z from 'zod'
import { say, sayOr } from '../i18n/texts.ts'
import type { Corpus, NormMatches, SearchedPart } from '../model/corpus.ts'
import { type Pattern, type PatternOptions, readPattern } from '../search/patterns/pattern.ts'
import { PatternError } from '../search/patterns/read-tokens.ts'
import { argumentError } from '../util/arguments.ts'
import { defineOperation, flagInput, jurisdictionInput, record, wholeNumber } from './operation.ts'
import { codesInput, codesOf, searchedLaws } from './searched-laws.ts'

const PARTS = ['heading', 'text'] as const satisfies SearchedPart[]

const INPUT = z.strictObject({
  pattern: z
    .string(say`must be a pattern`)
    .min(1, say`must not be empty`)
    .max(1000, say`must be at most 1000 characters`)
    .describe('The regular expression; in quotation marks, so that the shell leaves it as it is.'),
  codes: codesInput,
  jurisdiction: jurisdictionInput,
  ignore_case: flagInput.describe('Upper and lower case are the same.'),
  fixed_strings: flagInput.describe('The pattern is a text, not a regular expression.'),
  word_regexp: flagInput.describe('Matches begin and end where words do.'),
  in: z
    .enum(PARTS, { error: () => say`must be ${sayOr(PARTS)}` })
    .optional()
    .describe('Search only headings, or only texts. Default: both.'),
  limit: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().describe('At most so many norms. Default: all.'),
  count: flagInput.describe('Count the lines of each norm that match, and leave them out.'),
})

/** Lines by a regular expression. */
export const grep = defineOperation({
  name: 'grep',
  summary: 'Find a pattern in texts and headings',
  description:
    'Lines of the texts and headings of norms that a regular expression matches, in the order of the laws and of their ' +
    'norms. The syntax is that of JavaScript, with the meanings of ripgrep: `\\w` and `\\b` know all letters, a match ' +
    'stays within its line, `^` and `$` are the ends of a line, `(?i)` ignores upper and lower case from there on. They ' +
    'differ by default. Line 0 is the heading. Footnotes are not searched.',
  path: '/grep',
  longWork: 'scanning',
  prefersPlace: true,
  input: INPUT,
  list: 'results',
  output: record(() => ({
    pattern: z.string(),
    ...searchedLaws(),
    results: z.array(
      z.object({
        code: z.string(),
        abbreviation: z.string(),
        norm: z.string(),
        label: z.string(),
        heading: z.string(),
        count: z.int().describe('How many of its lines match.'),
        lines: z
          .array(
            z.object({
              line: z.int().describe('Number in the text, from 1; 0 is the heading.'),
              text: z.string(),
              highlights: z
                .array(z.tuple([z.int().min(0), z.int().min(0)]))
                .describe('Matches in the line that are not empty: `[start, end)` in UTF-16 code units.'),
            }),
          )
          .exactOptional(),
      }),
    ),
    count: z.int().describe('How many norms match.'),
    line_count: z.int().describe('How many lines match.'),
    is_complete: z.boolean().describe('False if further norms match.'),
  })),
  example: { pattern: 'Rücksicht \\w+ Redlichkeit' },
  errors: {
    not_found: { pattern: 'Hafen', codes: 'hafen' },
    ambiguous: { pattern: 'Bienen', codes: 'BienHV' },
    invalid_input: { pattern: '(Hafen' },
  },
  async answer(corpus, input) {
    const { head, parts, tail } = await inParts(corpus, input)
    const results: PatternResult[] = []
    for await (const part of parts) results.push(...part)
    return { ...head, results, ...tail() }
  },
  answerInParts: inParts,
})

/** A norm with matches, in the form of the answer. */
export interface PatternResult extends Omit<NormMatches, 'lines'> {
  count: number
  lines?: NormMatches['lines']
}

type Asked = z.output<typeof INPUT>

async function inParts(corpus: Corpus, { pattern, codes: names, jurisdiction, limit, ...options }: Asked) {
  const read = patternOf(pattern, options)
  const searched = { codes: [...new Set((await codesOf(corpus, names)).values())], jurisdiction }
  const parts = options.in === undefined ? PARTS : [options.in]
  const counts = { count: 0, line_count: 0, is_complete: true }
  async function* results(): AsyncGenerator<PatternResult[]> {
    for await (const found of corpus.matches({ pattern: read, ...searched, parts })) {
      const wanted = found.slice(0, limit === undefined ? undefined : limit - counts.count)
      counts.count += wanted.length
      counts.line_count += wanted.reduce((sum, { lines }) => sum + lines.length, 0)
      counts.is_complete = wanted.length === found.length
      if (wanted.length > 0) yield wanted.map((norm) => resultOf(norm, options.count))
      if (!counts.is_complete) return
    }
  }
  return {
    head: { pattern, codes: searched.codes, jurisdiction: jurisdiction?.toLowerCase() ?? null },
    parts: results(),
    tail: () => counts,
  }
}

function resultOf({ lines, ...norm }: NormMatches, countsOnly: boolean): PatternResult {
  return { ...norm, count: lines.length, ...(!countsOnly && { lines }) }
}

/** @throws LegalTextError `invalid_input` with the fault and its place */
function patternOf(pattern: string, asked: Pick<Asked, 'ignore_case' | 'fixed_strings' | 'word_regexp'>): Pattern {
  const options: PatternOptions = {
    ignoreCase: asked.ignore_case,
    isFixed: asked.fixed_strings,
    isWord: asked.word_regexp,
  }
  try {
    return readPattern(pattern, options)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw argumentError('pattern', error.message)
  }
}
