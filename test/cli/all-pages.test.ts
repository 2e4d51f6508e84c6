import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import * as z from 'zod'
import { answerAllInParts, answerInFull, noteOnRest } from '../../src/cli/all-pages.ts'
import { openCorpus } from '../../src/dataset/open.ts'
import type { Corpus, SearchRequest } from '../../src/model/corpus.ts'
import { defineOperation, limitInput, type Operation, offsetInput, parseInput } from '../../src/operations/operation.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { search } from '../../src/operations/search.ts'
import { jsonParts, render, renderPages } from '../../src/render/render.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

describe('all pages', () => {
  test('in lines and tables are one list, with one head', async () => {
    const input = parseInput(relationships, { code: 'msgb', norm: '7' })
    async function* pages() {
      for (let offset: number | null = 0; offset !== null; ) {
        const page = await relationships.run(corpus, { code: 'msgb', norm: '7', limit: 1, offset })
        yield page
        offset = page.next
      }
    }
    const whole = await answerInFull(relationships, corpus, input)
    assert.ok(whole.count > 1)
    for (const format of ['csv', 'ndjson', 'md'] as const) {
      const parts = await Array.fromAsync(renderPages(relationships, format, pages()))
      assert.equal(parts.join(''), render(relationships, format, whole))
    }
  })

  const numbers = Array.from({ length: 2500 }, (_, index) => index)
  const counting = defineOperation({
    ...{ name: 'counting', summary: 'Count', description: 'Counts.', list: 'numbers', example: {}, errors: {} },
    input: z.strictObject({ limit: limitInput(100, 20), offset: offsetInput() }),
    output: () => z.object({ numbers: z.array(z.int()), count: z.int(), total: z.int(), next: z.int().nullable() }),
    async answer(_corpus, { limit, offset }) {
      const page = numbers.slice(offset, offset + limit)
      const next = offset + page.length
      return { numbers: page, count: page.length, total: 2500, next: next < 2500 ? next : null }
    },
  })

  test('are one answer, from the offset on, whatever the limit of a page', async () => {
    const all = await answerInFull(counting, corpus, parseInput(counting, {}))
    assert.deepEqual(all, { numbers, count: 2500, total: 2500, next: null })
    const rest = await answerInFull(counting, corpus, parseInput(counting, { offset: '2490' }))
    assert.deepEqual(rest.numbers, numbers.slice(2490))
  })

  test('are one JSON document, written page by page', async () => {
    const asJson = async <Input extends z.ZodObject, Output extends z.ZodType>(
      operation: Operation<Input, Output>,
      input: z.output<Input>,
    ) => (await Array.fromAsync(jsonParts(operation, await answerAllInParts(operation, corpus, input)))).join('')
    assert.equal(
      await asJson(counting, parseInput(counting, {})),
      JSON.stringify({ numbers, count: 2500, total: 2500, next: null }),
    )
    for (const input of [{ q: 'Hafen', offset: 2 }, { q: 'nirgendwo' }]) {
      const parsed = parseInput(search, input)
      assert.deepEqual(JSON.parse(await asJson(search, parsed)), await answerInFull(search, corpus, parsed))
    }
  })

  test('let the event loop turn between two pages, in which Node.js sees Ctrl-C', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const slow = defineOperation({
      ...{ name: 'slow', summary: 'Count', description: 'Counts.', list: 'numbers', example: {}, errors: {} },
      input: z.strictObject({ limit: limitInput(100, 20), offset: offsetInput() }),
      output: () => z.object({ numbers: z.array(z.int()), next: z.int().nullable() }),
      async answer(_corpus, { offset }) {
        for (const end = performance.now() + 30; performance.now() < end; );
        return { numbers: [], next: offset < 5 ? offset + 1 : null }
      },
    })
    await answerInFull(slow, corpus, parseInput(slow, {}))
    clearInterval(timer)
    assert.ok(turns > 1)
  })

  test('of a search and of relationships are those of the pages put together', async () => {
    const input = parseInput(search, { q: 'Hafen', limit: 3 })
    const all = await answerInFull(search, corpus, input)
    assert.deepEqual([all.count, all.next, all.offset, all.limit], [all.total + all.partial_total, null, 0, all.count])
    assert.deepEqual(all.results.slice(0, 3), (await search.run(corpus, input)).results)
    const links = await answerInFull(
      relationships,
      corpus,
      parseInput(relationships, { code: 'msgb', norm: '7', limit: 1 }),
    )
    assert.equal(links.relationships.length, links.total)
  })
})

test('a search whose total is a lower bound has a next page as long as pages are full', async () => {
  const [hit] = (await search.run(corpus, parseInput(search, { q: 'Hafen' }))).results
  const endless = {
    ...{ findLaws: async () => [], lawsCalled: async () => [] },
    search: async ({ limit }: SearchRequest) => ({
      items: Array(limit).fill(hit),
      total: 10_000,
      partial: 0,
      exact: false,
    }),
  } as unknown as Corpus
  const at = async (offset: number) => (await search.run(endless, parseInput(search, { q: 'Hafen', offset }))).next
  assert.deepEqual([await at(0), await at(9980), await at(20_000)], [20, 10_000, 20_020])
})

test('what a page leaves out is said', () => {
  const page = { count: 20, total: 1234, next: 20 }
  assert.equal(noteOnRest(search, page, true), '20 of 1,234 results; the next with --offset 20, all with --all')
  assert.equal(
    noteOnRest(search, { ...page, total: 10_000, total_is_exact: false }, true),
    '20 of at least 10,000 results; the next with --offset 20, all with --all',
  )
  assert.match(noteOnRest(search, { ...page, partial_total: 100 }, true) ?? '', /^20 of 1,334 results;/)
  assert.equal(noteOnRest({ list: 'laws' }, page, false), '20 of 1,234 laws; the next with --offset 20')
  assert.equal(noteOnRest(search, { ...page, next: null }, true), undefined)
  assert.equal(noteOnRest({}, { next: 'par:2' }, false), undefined, 'the next norm is no page')
})
