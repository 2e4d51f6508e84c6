/** Inputs that several operations share. */
import * as z from 'zod'

const name = (what: string, maximum: number) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1, `must be ${what}`)
    .max(maximum, `must be at most ${maximum} characters`)

/** The code of a law, or any of its names. */
export const codeInput = name('the code or a name of a law', 1000).describe(
  'Code of the law, or an alias: `bgb`, `BGB`.',
)

/** A norm path or a short form of one. */
export const normInput = name('a norm path or a designation', 300).describe(
  'Norm path or designation: `par:433`, `433`, `§ 433 Abs. 1`. In a URL one segment, with `/` as `%2F`.',
)

/** Codes of laws: one string with commas, or several. */
export const codesInput = z
  .preprocess(
    (value) => [value].flat().flatMap((codes) => (typeof codes === 'string' ? codes.split(',') : [codes])),
    z.array(name('codes or names of laws, separated by commas', 1000)).max(100, 'must be at most 100 codes'),
  )
  .default([])
  .describe('Codes or aliases of the laws to search, separated by commas; all where not given.')

/** `true` or `false`; a switch of the CLI is `true`. */
export const flagInput = z
  .preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: 'must be true or false' }),
  )
  .default(false)
