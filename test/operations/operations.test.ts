import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { z } from 'zod'
import { openCorpus } from '../../src/dataset/open.ts'
import { catalogue } from '../../src/operations/catalogue.ts'
import { check } from '../../src/operations/check.ts'
import { cite } from '../../src/operations/cite.ts'
import { coverage } from '../../src/operations/coverage.ts'
import { designations } from '../../src/operations/designations.ts'
import { law } from '../../src/operations/law.ts'
import { laws } from '../../src/operations/laws.ts'
import { limitations } from '../../src/operations/limitations.ts'
import { norm } from '../../src/operations/norm.ts'
import { norms } from '../../src/operations/norms.ts'
import { type Operation, parseInput } from '../../src/operations/operation.ts'
import { relationships } from '../../src/operations/relationships.ts'
import { search } from '../../src/operations/search.ts'
import { status } from '../../src/operations/status.ts'
import { LegalTextError } from '../../src/util/errors.ts'

const corpus = await openCorpus({ dataset: 'starter' })
after(() => corpus.close())

/** Runs an operation on raw input; its output must match its own schema exactly. */
async function ask<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  raw: Record<string, unknown>,
): Promise<z.output<Output>> {
  const answer = await operation.answer(corpus, parseInput(operation, raw))
  const asJson = JSON.parse(JSON.stringify(answer))
  assert.deepEqual(operation.output().parse(asJson), asJson)
  return asJson
}

async function failure(operation: Operation, raw: Record<string, unknown>): Promise<LegalTextError> {
  try {
    await ask(operation, raw)
  } catch (error) {
    assert(error instanceof LegalTextError, String(error))
    return error
  }
  assert.fail(`${operation.name} answered ${JSON.stringify(raw)}`)
}

test('every operation answers its example, and fails where it says that it does', async () => {
  for (const operation of catalogue) {
    await ask(operation, operation.example)
    for (const [kind, input] of Object.entries(operation.errors)) {
      const error = await failure(operation, input)
      assert.equal(error.kind, kind, `${operation.name} ${JSON.stringify(input)}: ${error.message}`)
    }
  }
})

test('run takes input as users write it: it applies the defaults, and names what is wrong', async () => {
  const { results, limit, offset } = await search.run(corpus, { q: 'Kündigung', limit: 1 })
  assert.deepEqual([results.length, limit, offset], [1, 1, 0])
  assert.deepEqual((await laws.run(corpus, { query: 'msgb' })).laws[0]?.code, 'msgb')
  assert.equal((await laws.run(corpus)).count, (await coverage.run(corpus)).laws)
  assert((await relationships.run(corpus, { code: 'msgbeg', norm: 'art:5' })).count > 1)
  assert.equal((await search.run(corpus, parseInput(search, { q: 'Kündigung' }))).limit, 20)
  const isRefused = (message: RegExp) => (error: unknown) =>
    error instanceof LegalTextError && error.kind === 'invalid_input' && message.test(error.message)
  await assert.rejects(search.run(corpus, { q: 'Hafen', limit: 500 }), isRefused(/^limit: .*from 1 to 100$/))
  await assert.rejects(norms.run(corpus, {} as { code: string }), isRefused(/^code: must be the code/))
  await assert.rejects(async () => norms.stream(corpus, {} as { code: string }), isRefused(/^code: must be the code/))
})

test('laws: all in the order of their codes; a query looks into every name', async () => {
  const all = await ask(laws, {})
  const codes = all.laws.map(({ code }) => code)
  assert.deepEqual(codes, codes.toSorted())
  assert.equal(all.count, codes.length)
  assert.equal(all.query, null)
  const found = async (query: string) => (await ask(laws, { query })).laws.map(({ code }) => code)
  assert.deepEqual(await found('MSGB'), ['msgb', 'msgbeg'])
  assert.deepEqual(await found('MOEWENSUNDER stadt'), ['msgb', 'msgbeg'])
  assert.deepEqual(await found('Bien HV-1998'), ['bienhv_1998'])
  assert.deepEqual(await found('nichts davon'), [])
})

test('laws: pages', async () => {
  const page = await ask(laws, { limit: 2, offset: 1 })
  assert.equal(page.count, 2)
  assert.equal(page.next, 3)
  assert.equal(page.total, (await ask(laws, {})).total)
  assert.deepEqual(await ask(laws, { offset: 1000 }), {
    laws: [],
    count: 0,
    total: page.total,
    query: null,
    next: null,
  })
})

test('laws: of one place, in any case, with a query and in pages', async () => {
  const { total } = await ask(laws, {})
  const acts = await ask(laws, { jurisdiction: 'EU' })
  assert.deepEqual(
    acts.laws.map(({ code, jurisdiction, source_family, language }) => [code, jurisdiction, source_family, language]),
    [
      ['32011l9902', 'eu', 'eur-lex', 'en'],
      ['32024r9901', 'eu', 'eur-lex', 'de'],
    ],
  )
  for (const [code, language] of [
    ['32011l9902', 'en'],
    ['32024r9901', 'de'],
  ] as const) {
    const { results } = await ask(search, { q: 'lamp OR Artikel', codes: code })
    assert(results.length > 0)
    assert(results.every((hit) => hit.language === language))
  }
  assert.equal((await ask(laws, { jurisdiction: 'de' })).total, total - acts.total)
  for (const [operation, input] of [
    [laws, {}],
    [search, { q: 'Hafen' }],
  ] as const) {
    const { kind, message } = await failure(operation, { ...input, jurisdiction: 'fr' })
    assert.deepEqual([kind, message], ['invalid_input', 'jurisdiction: the corpus has no law of "fr", only of de, eu'])
  }
  const page = await ask(laws, { jurisdiction: 'DE', query: 'MSGB', limit: 1 })
  assert.deepEqual([page.count, page.total, page.next], [1, 2, 1])
  assert.equal((await failure(laws, { jurisdiction: '§' })).kind, 'invalid_input')
})

test('law: by code or name, its norms in document order', async () => {
  const answer = await ask(law, { code: 'HafenG' })
  assert.equal(answer.code, 'hafeng_2021')
  assert.equal(answer.norms.length, answer.norm_count)
  const sections = answer.norms.map(({ norm }) => norm).filter((path) => /^par:\d+$/.test(path))
  assert.deepEqual(sections, ['par:1', 'par:2', 'par:3', 'par:4', 'par:5', 'par:6', 'par:7', 'par:8', 'par:9'])
})

test('law: near misses are suggested, names of several laws list them', async () => {
  const missing = await failure(law, { code: 'msgp' })
  assert.equal(missing.kind, 'not_found')
  assert.equal(missing.details.code, 'msgp')
  assert(missing.details.suggestions?.some(({ code }) => code === 'msgb'))
  const ambiguous = await failure(law, { code: 'BienHV' })
  assert.deepEqual(
    ambiguous.details.candidates?.map(({ code }) => code),
    ['bienhv_1998', 'bienhv_2005'],
  )
})

test('norm: the chain of previous and next leads through the whole law', async () => {
  for (const { code } of (await ask(laws, {})).laws) {
    const { norms } = await ask(law, { code })
    let path: string | null = norms[0]?.norm ?? null
    let previous: string | null = null
    const walked: string[] = []
    while (path !== null) {
      const current: Awaited<ReturnType<typeof corpus.norm>> = await ask(norm, { code, norm: path })
      assert.equal(current?.previous, previous)
      walked.push(path)
      previous = path
      path = current?.next ?? null
    }
    assert.deepEqual(
      walked,
      norms.map(({ norm }) => norm),
    )
  }
})

test('norm: a number within a repealed range leads to the range and says so', async () => {
  const answer = await ask(norm, { code: 'msgb', norm: '4' })
  assert.equal(answer.norm, 'par:3-6')
  assert.equal(answer.status, 'repealed')
  assert.equal(answer.resolution?.by, 'range')
  assert.equal(answer.resolution?.requested, '4')
})

test('norm: an exact path has no resolution; a subdivision is selected from the text', async () => {
  const whole = await ask(norm, { code: 'msgb', norm: 'par:14' })
  assert.equal(whole.resolution, null)
  assert.equal(whole.selection, null)
  for (const { path, text } of whole.subdivisions) {
    const { selection } = await ask(norm, { code: 'msgb', norm: `par:14/${path}` })
    assert.deepEqual([selection?.path, selection?.text], [path, text])
    assert(whole.text.includes(text))
  }
  assert.equal((await failure(norm, { code: 'msgb', norm: 'par:14/abs:99' })).kind, 'not_found')
})

test('norm: a short form that fits several norms is ambiguous, with the candidates', async () => {
  const { kind, details } = await failure(norm, { code: 'MSGBEG', norm: '§ 1' })
  assert.equal(kind, 'ambiguous')
  assert.deepEqual(
    details.candidates?.map(({ norm }) => norm),
    ['art:5/par:1', 'art:6/par:1'],
  )
})

test('relationships: an article contains its sections, they are contained in it', async () => {
  const article = await ask(relationships, { code: 'msgbeg', norm: 'art:5', type: 'contains' })
  assert.deepEqual(
    article.relationships.map(({ norm }) => norm),
    ['art:5/par:1', 'art:5/par:2', 'art:5/par:2a'],
  )
  const section = await ask(relationships, { code: 'msgbeg', norm: 'art:5/par:1' })
  assert(section.relationships.some(({ type, norm }) => type === 'contained_in' && norm === 'art:5'))
  const page = await ask(relationships, { code: 'msgbeg', norm: 'art:5', type: 'contains', limit: '1', offset: '1' })
  assert.deepEqual([page.relationships[0]?.norm, page.count, page.total, page.next], ['art:5/par:2', 1, 3, 2])
  const none = await ask(relationships, { code: 'msgb', norm: 'par:1', type: 'contains' })
  assert.deepEqual([none.relationships, none.total, none.next], [[], 0, null])
})

test('coverage: the parts add up', async () => {
  const answer = await ask(coverage, {})
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
  const { laws: listed } = await ask(laws, {})
  assert.equal(answer.laws, listed.length)
  assert.equal(
    answer.norms,
    listed.reduce((total, { norm_count }) => total + norm_count, 0),
  )
  assert.equal(sum(answer.norms_by_kind), answer.norms)
  assert.equal(sum(answer.norms_by_status), answer.norms)
  assert.equal(sum(answer.laws_by_source_family), answer.laws)
  assert.equal(sum(answer.laws_by_jurisdiction), answer.laws)
  assert.deepEqual(answer.laws_by_language, { de: answer.laws - 1, en: 1 })
  assert.equal(sum(answer.limitations_by_terminal_state), answer.limitations)
  const { elements, headers, structure, designated } = answer.account
  assert.equal(headers.total + structure.total + designated, elements)
  assert.equal(headers.with_text + structure.as_norms + designated, answer.norms)
})

test('limitations: all, and those that fit every filter', async () => {
  const all = await ask(limitations, {})
  assert.deepEqual(all.limitations.map(({ terminal_state }) => terminal_state).sort(), [
    'parse_failed',
    'unsupported_format',
    'unsupported_format',
  ])
  const failed = await ask(limitations, { terminal_state: 'parse_failed' })
  assert.equal(failed.count, 1)
  assert.equal(failed.filters.terminal_state, 'parse_failed')
  assert.equal(failed.filters.law_id, null)
  const { source_family } = failed.limitations[0] as { source_family: string }
  assert.equal((await ask(limitations, { source_family })).count, 2)
  assert.equal((await ask(limitations, { source_family, terminal_state: 'source_unavailable' })).count, 0)
  assert.equal((await ask(limitations, { state_code: 'DE-BY' })).count, 0)
})

test('search: the best norm first, highlights are words of the snippet', async () => {
  const { results, total } = await ask(search, { q: 'Rücksicht und Redlichkeit' })
  assert.deepEqual([results[0]?.code, results[0]?.norm], ['msgb', 'par:1'])
  assert(total >= results.length)
  assert.deepEqual(
    results.map(({ score }) => score),
    results.map(({ score }) => score).toSorted((a, b) => b - a),
  )
  for (const { snippet, highlights } of results) {
    for (const [start, end] of highlights) assert.match(snippet.slice(start, end), /^[\p{L}\p{N}\p{M}\u00ad.]+$/u)
  }
})

test('search: pages do not overlap and together are all', async () => {
  const all = await ask(search, { q: 'Hafen Kündigung', limit: 100 })
  const paged: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof ask<typeof search.input, ReturnType<typeof search.output>>>> = await ask(
      search,
      {
        q: 'Hafen Kündigung',
        limit: 3,
        offset,
      },
    )
    paged.push(...page.results.map(({ code, norm }) => `${code} ${norm}`))
    offset = page.next
  }
  assert.deepEqual(
    paged,
    all.results.map(({ code, norm }) => `${code} ${norm}`),
  )
  assert.equal(new Set(paged).size, all.total + all.partial_total)
})

test('search: names of laws become codes, each once', async () => {
  const answer = await ask(search, { q: 'Hafen', codes: ['HafenG,msgb', 'hafeng_2021'] })
  assert.deepEqual(answer.codes, ['hafeng_2021', 'msgb'])
  assert(answer.results.every(({ code }) => answer.codes.includes(code)))
})

test('status: which corpus is open', async () => {
  const answer = await ask(status, {})
  assert.equal(answer.status, 'ready')
  assert.equal(answer.digest, corpus.bundle.digest)
  assert.equal(answer.laws, (await ask(laws, {})).total)
})

test('cite: every status, in the order of the text, each with the place of its words', async () => {
  const q = 'Siehe § 1 Abs. 1 MSGB, § 4 MSGB, § 99 MSGB, § 1 Abs. 77 MSGB, § 1 BienHV und § 3 XyzG.'
  const { citations, count } = await ask(cite, { q })
  assert.deepEqual(
    citations.map(({ status }) => status),
    ['resolved', 'repealed', 'not_found', 'out_of_range', 'ambiguous', 'unknown_law'],
  )
  assert.equal(count, 6)
  for (const { text, start, end } of citations) assert.equal(text, q.slice(start, end))
  const [first] = citations
  assert.deepEqual([first?.code, first?.norm, first?.subdivision], ['msgb', 'par:1', 'abs:1'])
  assert.equal(first?.wording, (await ask(norm, { code: 'msgb', norm: 'par:1/abs:1' })).selection?.text)
  for (const { status, message } of citations) if (!/resolved|repealed/.test(status)) assert(message, status)
})

test('cite: a part after the law is not passed over in silence', async () => {
  const { citations } = await ask(cite, {
    q: 'Nach § 9 MSGB Abs. 1, § 9 Abs. 1 MSGB. Abs. 2 auch, § 1 MSGB I 2, § 9 MSGB, Abs. 1, § 5 MSGB Nr',
  })
  assert.deepEqual(
    citations.map(({ text, message }) => [text, message]),
    [
      ['§ 9 MSGB Abs. 1', null],
      ['§ 9 Abs. 1 MSGB', null],
      ['§ 1 MSGB I 2', '§ 1 Abs. 1 MSGB has only Satz 1'],
      ['§ 9 MSGB', 'the part after the law is not read; write it before the law'],
      ['§ 5 MSGB', null],
    ],
  )
})

test('cite: a text without citations has none; wording that would make the answer endless is left out', async () => {
  assert.deepEqual((await ask(cite, { q: 'Guten Tag.' })).citations, [])
  const { text } = await ask(norm, { code: 'msgb', norm: 'par:14' })
  const { citations } = await ask(cite, { q: '§ 14 MSGB, '.repeat(9000) })
  const given = citations.filter(({ wording }) => wording !== null)
  assert.equal(citations.length, 9000)
  assert.equal(given.length, Math.floor(1_000_000 / text.length))
  assert(given.every(({ wording }) => wording === text))
  assert.match(citations.at(-1)?.message ?? '', /^no wording: /)
  await assert.rejects(ask(cite, { q: '§§ 1 bis 32 MSGB, '.repeat(2000) }), /cites more than 20000 norms/)
})

test('designations: each leads to a norm, or says why it leads to none', async () => {
  const { norms, count } = await ask(designations, { q: '§ 1 Abs. 2, § 99 und § 14 Abs. 1 Hs. 2 MSGB' })
  assert.equal(count, 3)
  const [first, second, third] = norms
  assert.deepEqual(first, { text: '§ 1 Abs. 2', code: 'msgb', norm: 'par:1/abs:2' })
  assert(second !== undefined && 'error' in second)
  assert.equal(second.error.error, 'not_found')
  assert(third !== undefined && 'norm' in third)
  assert.deepEqual(
    [third.norm, third.note],
    ['par:14/abs:1', 'the text names Halbsatz 2 of it; only the whole can be given'],
  )
  assert.match((await failure(designations, { q: '§§ 1, 2 MSGB', single: true })).message, /names 2 norms/)
  for (const [q, norm] of [
    ['§ 14 Abs. 1 Nr. 1 MSGB', 'par:14/abs:1/satz:1/nr:1'],
    ['Art. 5 § 2 MSGBEG', 'art:5/par:2'],
    ['§ 4 MSGB', 'par:3-6'],
    ['Präambel MSVerf', 'preamble:1'],
  ] as const) {
    const [named] = (await ask(designations, { q, single: true })).norms
    assert(named !== undefined && 'norm' in named, q)
    assert.equal(named.norm, norm)
  }
})

test('check: a verdict on every citation, in markup too', async () => {
  const text = 'Nach **§ 1** Abs. 2 MSGB und § 99 MSGB.\nNach § 3 des Mietvertrages.'
  const { findings, set_aside } = await ask(check, { text, format: 'markdown', wording: true })
  assert.deepEqual(
    findings.map(({ code, norm, class: verdict, line, column }) => [code, norm, verdict, line, column]),
    [
      ['msgb', 'par:1', 'right', 1, 8],
      ['msgb', null, 'wrong', 1, 30],
    ],
  )
  assert.match(findings[0]?.wording ?? '', /^\(2\)/)
  assert.equal(set_aside, 1)
})
