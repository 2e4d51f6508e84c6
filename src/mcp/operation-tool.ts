/** Tools whose answer is the list of one operation. */
import type * as z from 'zod'
import type { Corpus } from '../corpus/corpus.ts'
import type { Operation } from '../operations/operation.ts'
import { charactersOf, type Facts, type Item } from './answer.ts'
import { skipInput } from './inputs.ts'
import { goOn } from './text.ts'
import { type DefinedTool, defineTool } from './tool.ts'

/** An item that stands for several entries of the list of the operation. */
export interface ListItem extends Item {
  /** Default: 1. */
  entries?: number
}

interface ListTool<
  OpInput extends z.ZodObject,
  OpOutput extends z.ZodType,
  Input extends z.ZodObject,
  Answer extends z.output<OpOutput>,
> {
  name: string
  title: string
  description: string
  operation: Operation<OpInput, OpOutput>
  needsStates?: boolean
  input: Input
  output: () => z.ZodObject
  /** What the list has, in the plural: `norms`. */
  noun: string
  /** Answers with the operation, or in its way. Default: it runs the operation. */
  run?(corpus: Corpus, input: z.output<Input>): Promise<Answer>
  /** The text before the list. */
  head(answer: Answer, input: z.output<Input>): string
  /** The fields beside the list. */
  facts(answer: Answer): Facts
  /** @param room characters that the answer has in all */
  items(answer: Answer, room: number): readonly ListItem[]
}

interface Paged {
  total?: number
  partial_total?: number
  next?: number | null
}

/**
 * A tool that answers with the list of an operation. Lists that the operation does not cut into pages get `offset`.
 * @throws LegalTextError as the operation
 */
export function listTool<
  OpInput extends z.ZodObject,
  OpOutput extends z.ZodType,
  Input extends z.ZodObject,
  Answer extends z.output<OpOutput> = z.output<OpOutput>,
>(definition: ListTool<OpInput, OpOutput, Input, Answer>): DefinedTool {
  const { operation, noun, head, facts, items } = definition
  const isPaged = 'offset' in operation.input.shape
  const input = isPaged ? definition.input : definition.input.extend({ offset: skipInput })
  return defineTool({
    name: definition.name,
    title: definition.title,
    description: definition.description,
    operations: [operation.name],
    ...(definition.needsStates && { needsStates: true }),
    input,
    output: definition.output,
    async answer(corpus, given, tokens) {
      const { offset, ...rest } = given as { offset: number }
      const asked = (isPaged ? { ...rest, offset } : rest) as never
      const run = definition.run ?? ((each: Corpus, input: never) => operation.run(each, input) as Promise<Answer>)
      const answer = await run(corpus, asked)
      const all = items(answer, charactersOf(tokens))
      const own = isPaged ? all : all.slice(offset)
      const { total: matching = all.length, partial_total: partial = 0, next: page = null } = answer as Paged
      const total = matching + partial
      const isPastEnd = offset > 0 && offset >= total
      return {
        text: head(answer, given as z.output<Input>),
        facts: facts(answer),
        list: {
          name: operation.list ?? '',
          items: own,
          ending(shown) {
            const reached = offset + own.slice(0, shown.length).reduce((sum, { entries = 1 }) => sum + entries, 0)
            const next = shown.length < own.length ? reached : page
            const text = isPastEnd
              ? `There is nothing at \`offset\` ${offset}.`
              : goOn(reached - offset, total, noun, next)
            return { facts: { next }, text }
          },
        },
      }
    },
  })
}
