/** Commands on a law or on one of its norms: `history BGB`, `history "§ 433 BGB"`. */
import type * as z from 'zod'
import type { Corpus } from '../model/corpus.ts'
import type { Operation } from '../operations/operation.ts'
import type { FormatName } from '../render/formats.ts'
import { corpusOfPlace } from '../resolve/corpus-of-place.ts'
import { readLawOrNorm } from '../resolve/law-or-norm.ts'
import type { CommandDescription, Example } from './description.ts'
import { withCorpus } from './open-corpus.ts'
import { answerOperation, formOf, operationCommand, rawInput } from './operation-command.ts'
import { writeNote } from './output.ts'
import type { Presenter } from './terminal/screen.ts'

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
  examples,
}: LawOrNorm<NormInput, NormOutput, LawInput, LawOutput>): CommandDescription {
  const ofOneNorm = operationCommand(ofNorm.operation, { formats, examples, page: ofNorm.page })
  return {
    ...ofOneNorm,
    summary,
    description,
    async run({ args, flags }) {
      await withCorpus(flags.dataset, formOf(flags) === 'page', async (whole) => {
        const corpus = await corpusOfPlace(whole, flags.jurisdiction as string | undefined)
        const words = [args.code ?? [], args.norm ?? []].flat().map(String)
        const { note, ...named } = await readLawOrNorm(corpus, words)
        if (note !== undefined) await writeNote(note)
        const { operation } = named.norm === undefined ? ofLaw : ofNorm
        const input = { ...rawInput(operation, { args: {}, flags }), ...named }
        if (named.norm === undefined) await answerOperation({ ...ofLaw, flags, corpus }, input)
        else await answerOperation({ ...ofNorm, flags, corpus }, input)
      })
    },
  }
}
