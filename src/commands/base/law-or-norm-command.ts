/** Commands that ask the same of a law or of one of its norms: `history BGB`, `history "§ 433 BGB"`. */
import type * as z from 'zod'
import { standsForSeveral } from '../../citation/ranges.ts'
import type { Corpus } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import type { FormatName } from '../../formats/formats.ts'
import type { Operation } from '../../operations/operation.ts'
import type { Presenter } from '../../terminal/screen.ts'
import type { CommandDescription, Example } from './description.ts'
import { readOneNorm } from './norm-arguments.ts'
import { withCorpus } from './open-corpus.ts'
import { answerOperation, formOf, operationCommand } from './operation-command.ts'
import { writeNote } from './output.ts'

interface Asked<Input extends z.ZodObject, Output extends z.ZodType> {
  operation: Operation<Input, Output>
  /** Loads the presenter. */
  page(corpus: Corpus): Promise<Presenter<z.output<Output>>>
}

interface LawOrNorm<
  NormInput extends z.ZodObject,
  NormOutput extends z.ZodType,
  LawInput extends z.ZodObject,
  LawOutput extends z.ZodType,
> {
  ofNorm: Asked<NormInput, NormOutput>
  ofLaw: Asked<LawInput, LawOutput>
  summary: string
  description: string
  formats: readonly FormatName[]
  /** Flags that are inputs of both operations. */
  inputs: readonly string[]
  examples: readonly Example[]
}

export function lawOrNormCommand<
  NormInput extends z.ZodObject,
  NormOutput extends z.ZodType,
  LawInput extends z.ZodObject,
  LawOutput extends z.ZodType,
>({
  ofNorm,
  ofLaw,
  summary,
  description,
  formats,
  inputs,
  examples,
}: LawOrNorm<NormInput, NormOutput, LawInput, LawOutput>): CommandDescription {
  const ofOneNorm = operationCommand(ofNorm.operation, { formats, examples, page: ofNorm.page })
  return {
    ...ofOneNorm,
    summary,
    description,
    async run({ args, flags }) {
      await withCorpus(flags.dataset, formOf(flags) === 'page', async (corpus) => {
        const words = [args.code ?? [], args.norm ?? []].flat().map(String)
        const given = inputs.map((name) => [name, flags[name]]).filter(([, value]) => value !== undefined)
        const { note, ...named } = await readWords(corpus, words)
        if (note !== undefined) await writeNote(note)
        const input = { ...Object.fromEntries(given), ...named }
        if (named.norm === undefined) await answerOperation({ ...ofLaw, flags, corpus }, input)
        else await answerOperation({ ...ofNorm, flags, corpus }, input)
      })
    },
  }
}

/** The law or the norm that words name, also one that only older states have. */
async function readWords(
  corpus: Corpus,
  words: readonly string[],
): Promise<{ code: string; norm?: string; note?: string }> {
  const joined = words.join(' ')
  if (await isEverLaw(corpus, joined)) return { code: joined }
  try {
    const named = await readOneNorm(corpus, words)
    // `§ 4` may have been a norm of its own before it became one of `§§ 3 bis 6 (weggefallen)`.
    return (standsForSeveral(named.norm) && (await readFormer(corpus, joined.split(/\s+/)))) || named
  } catch (error) {
    if (!(error instanceof LegalTextError)) throw error
    if (error.kind === 'not_found') {
      const former = await readFormer(corpus, joined.split(/\s+/))
      if (former !== undefined) return former
    }
    // What has no number is rather the name of a law.
    if (error.kind === 'invalid_input' && !/[§\d]/.test(joined)) return { code: joined }
    throw error
  }
}

/** A norm before or after the name of a law that has or had it. */
async function readFormer(
  corpus: Corpus,
  words: readonly string[],
): Promise<{ code: string; norm: string } | undefined> {
  for (let at = 1; at < words.length; at++) {
    const [front, back] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
    if (await isEverLaw(corpus, back)) return { code: back, norm: front }
    if (await isEverLaw(corpus, front)) return { code: front, norm: back }
  }
  return undefined
}

async function isEverLaw(corpus: Corpus, name: string): Promise<boolean> {
  return (await corpus.findLaws(name)).length > 0 || (await corpus.lawsEverCalled(name)).length > 0
}
