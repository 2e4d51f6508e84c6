/** Paged lists: all pages as one answer, and the note on omitted items. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as z from 'zod'
import type { Corpus } from '../model/corpus.ts'
import type { AnswerInParts, Operation } from '../operations/operation.ts'
import { type PageOfList, shareOf } from './terminal/pages/paging.ts'

/** Page size. A page over HTTP is smaller, since it is held for each of many clients. */
const PAGE = 1000

/** The answers page by page, from the offset of the input on. @param input parsed; its limit is ignored */
export async function* pagesOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): AsyncGenerator<z.output<Output>> {
  let { offset: next } = input as { offset: number | null }
  while (next !== null) {
    const offset = next
    // Node.js sees Ctrl-C between two turns of the event loop.
    await nextTurn()
    const answer = await operation.answer(corpus, { ...input, limit: PAGE, offset })
    yield answer
    next = (answer as { next: number | null }).next
  }
}

/**
 * Answers with all items from the offset of the input on, in parts: at most a page is held.
 * @param input parsed; its limit is ignored
 */
export async function answerAllInParts<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): Promise<AnswerInParts> {
  const { list = '' } = operation
  const pages = pagesOf(operation, corpus, input)
  const first = (await pages.next()).value as Record<string, unknown>
  const names = Object.keys(first)
  const place = names.indexOf(list)
  let last = first
  let count = 0
  async function* parts(): AsyncGenerator<unknown[]> {
    for (let page: Record<string, unknown> | undefined = first; page !== undefined; ) {
      last = page
      const items = page[list] as unknown[]
      count += items.length
      if (items.length > 0) yield items
      page = (await pages.next()).value as Record<string, unknown> | undefined
    }
  }
  const fields = (own: readonly string[], of: Record<string, unknown>) =>
    Object.fromEntries(own.map((name) => [name, of[name]]))
  return {
    head: fields(names.slice(0, place), first),
    parts: parts(),
    tail() {
      const asked = { limit: count, offset: (input as { offset: number }).offset }
      const given = Object.entries(asked).filter(([name]) => names.includes(name))
      return { ...fields(names.slice(place + 1), last), ...Object.fromEntries(given), count }
    },
  }
}

/** Answers as {@link answerAllInParts}, as a whole. */
export async function answerInFull<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  input: z.output<Input>,
): Promise<z.output<Output>> {
  const { head, parts, tail } = await answerAllInParts(operation, corpus, input)
  const items: unknown[] = []
  for await (const part of parts) for (const item of part) items.push(item)
  return { ...head, [operation.list ?? '']: items, ...tail?.() } as z.output<Output>
}

/** A sentence on the rest of a paged list; `undefined` if the answer is complete. */
export function noteOnRest(
  { list = '' }: Pick<Operation, 'list'>,
  answer: unknown,
  hasAll: boolean,
): string | undefined {
  const page = answer as PageOfList
  if (list === '' || typeof page.next !== 'number') return undefined
  return shareOf(page, list.replace(/s$/, ''), hasAll)
}
