/** Lists that come in pages: all pages as one answer, and the note on what a page leaves out. */
import type * as z from 'zod'
import type { Corpus } from '../../corpus/corpus.ts'
import type { Operation } from '../../operations/operation.ts'
import { type PageOfList, shareOf } from '../../terminal/pages/paging.ts'

/** Items that are read at once. A page over HTTP is smaller, since it is held for each of many clients. */
const PAGE = 1000

/** The answers with one page after the other, from the offset of the input on. @param input parsed; its limit is ignored */
export async function* pagesOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): AsyncGenerator<z.output<Output>> {
  let { offset: next } = input as { offset: number | null }
  while (next !== null) {
    const answer = await operation.answer(corpus, { ...input, limit: PAGE, offset: next })
    yield answer
    next = (answer as { next: number | null }).next
  }
}

/** Answers with all items from the offset of the input on. @param input parsed; its limit is ignored */
export async function answerInFull<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): Promise<z.output<Output>> {
  const list = operation.list ?? ''
  const items: unknown[] = []
  let answer: Record<string, unknown> = {}
  for await (const page of pagesOf(operation, corpus, input)) {
    answer = page as typeof answer
    for (const item of answer[list] as unknown[]) items.push(item)
  }
  const asked = { limit: items.length, offset: (input as { offset: number }).offset }
  const given = Object.entries(asked).filter(([name]) => name in answer)
  return { ...answer, ...Object.fromEntries(given), [list]: items, count: items.length } as z.output<Output>
}

/** A sentence on the rest of a list of which an answer has one page; `undefined` if it has all. */
export function noteOnRest(
  { list = '' }: Pick<Operation, 'list'>,
  answer: unknown,
  hasAll: boolean,
): string | undefined {
  const page = answer as PageOfList
  if (list === '' || typeof page.next !== 'number') return undefined
  return shareOf(page, list.replace(/s$/, ''), hasAll)
}
