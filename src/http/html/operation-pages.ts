/** The pages of the reader: their addresses, their content, and the operations behind it. */

import type * as z from 'zod'
import { readPagePath } from '../../citation/page-address.ts'
import { isLanguage } from '../../i18n/choose-language.ts'
import { say } from '../../i18n/texts.ts'
import type { Corpus, Law, LawSummary, Norm, Relationship } from '../../model/corpus.ts'
import { byJurisdiction } from '../../model/jurisdictions.ts'
import { changes } from '../../operations/changes.ts'
import { law } from '../../operations/law.ts'
import { lawDiff } from '../../operations/law-diff.ts'
import { lawVersions } from '../../operations/law-versions.ts'
import { laws } from '../../operations/laws.ts'
import { missingCitation, namedByQuery } from '../../operations/missing-citation.ts'
import { norm } from '../../operations/norm.ts'
import { normDiff } from '../../operations/norm-diff.ts'
import { normVersions } from '../../operations/norm-versions.ts'
import { norms } from '../../operations/norms.ts'
import { type LongWork, type Operation, parseInput, readDay } from '../../operations/operation.ts'
import { relationships } from '../../operations/relationships.ts'
import { search } from '../../operations/search.ts'
import { normsOfLaw } from '../../render/law-document.ts'
import { argumentError } from '../../util/arguments.ts'
import { ignoreRefusal, LegalTextError } from '../../util/errors.ts'
import { today } from '../../util/iso-date.ts'
import { changesPage } from '../../web/pages/changes-page.ts'
import { lawDifferencePage, normDifferencePage } from '../../web/pages/difference-page.ts'
import { fullLawPage, normOfFullLaw } from '../../web/pages/full-law.ts'
import { lawPage } from '../../web/pages/law-page.ts'
import { bestLaws, LAWS_LIMIT, lawsPage } from '../../web/pages/laws-page.ts'
import type { Links } from '../../web/pages/links.ts'
import { normPage } from '../../web/pages/norm-page.ts'
import type { Page, PageContext } from '../../web/pages/page.ts'
import { searchPage } from '../../web/pages/search-page.ts'
import { startPage } from '../../web/pages/start-page.ts'
import { answerOf as answered } from '../apart.ts'
import { corpusFacts } from './corpus-facts.ts'
import { LANGUAGE } from './page-request.ts'

/** A request for a page. */
export interface PageRequest {
  name: PageName
  /** The law in the path, empty for pages of the whole corpus. */
  code: string
  /** Names of the norm in the path, the likeliest first. */
  norms: readonly string[]
  /** The parameters of the page that have a value. */
  query: Readonly<Record<string, string>>
  /** The path with these parameters. */
  url: string
}

/** A page that can be drawn synchronously, in any language. */
export interface DrawablePage {
  draw(context: PageContext): Page
  /** Streams the rest after its content. */
  parts?(context: PageContext): AsyncIterable<() => string>
}

/** A redirect to another page with the requested content. */
export interface Redirection {
  addressOf(links: Links): string
}

type LoadPage = (corpus: Corpus, request: PageRequest) => Promise<DrawablePage | Redirection>

/** Rows of lists. */
const LAWS = 100
const RESULTS = 20
const CHANGES = 200
/** References that are drawn into a text, and norms under an article. */
const MOST_REFERENCES = 1000
/** Citing norms that a page shows at first. */
const CITING = 20

const PAGES = {
  async laws(corpus, { query: { query = '', initial = '', offset = '0', as_of, in_force_on, jurisdiction } }) {
    const { places } = (await corpusFacts(corpus)).numbers
    const hasPlaces = places.length > 1
    const ofPage = hasPlaces ? {} : { offset, limit: LAWS }
    const asked = { query, initial, as_of, in_force_on, jurisdiction, ...ofPage }
    const isAll = query === '' && initial === ''
    const listed = isAll ? await lawsInOrder(corpus, asked) : await answerOf(laws, corpus, asked)
    const answer = hasPlaces ? pageOfPlaces(listed.laws, offset) : listed
    return { draw: (context) => lawsPage({ ...answer, query, initial, hasPlaces }, context) }
  },
  async law(corpus, { code, query: { as_of, in_force_on, jurisdiction } }) {
    const answer = await answerOf(law, corpus, { code, as_of, in_force_on, jurisdiction })
    const versions = await whereKnown(answerOf(lawVersions, corpus, { code: answer.code }))
    return { draw: (context) => lawPage(answer, versions, context, today()) }
  },
  async full(corpus, { code, query: { as_of, in_force_on, jurisdiction } }) {
    const asked = { code, as_of, in_force_on, jurisdiction }
    return fullLaw(corpus, await answerOf(law, corpus, asked), asked)
  },
  async norm(corpus, { code, norms: names, query: { as_of, in_force_on, jurisdiction, citing } }) {
    const asked = { code, as_of, in_force_on, jurisdiction }
    const answer = await likeliest(names, (name) => answerOf(norm, corpus, { ...asked, norm: name }))
    const of = { code: answer.code, norm: answer.norm, as_of, in_force_on }
    const related = (type: string, limit: number) => answerOf(relationships, corpus, { ...of, type, limit })
    const limit = Math.min(Math.max(Number(citing) || CITING, 1), MOST_REFERENCES)
    const [cites, citedBy, contains, versions] = await Promise.all([
      related('cites', MOST_REFERENCES),
      related('cited_by', limit),
      answer.text === '' ? related('contains', MOST_REFERENCES) : { relationships: [] },
      answer.version && whereKnown(answerOf(normVersions, corpus, { code: answer.code, norm: answer.norm })),
    ])
    const data = { norm: answer, cites: cites.relationships, contains: contains.relationships, citedBy, versions }
    return { draw: (context) => normPage(data, context, today()) }
  },
  async search(corpus, { query: { q = '', offset = '0', view, as_of, in_force_on, ...filters } }) {
    const { jurisdiction, ...others } = filters
    if (q.trim() === '') {
      const { numbers } = await corpusFacts(corpus)
      return { draw: (context) => startPage(numbers, context) }
    }
    const isWhole = offset === '0' && Object.keys(others).every((name) => [LANGUAGE, 'typing'].includes(name))
    const named = isWhole ? await namedByQuery(corpus, q, { as_of, in_force_on, jurisdiction }) : undefined
    if (named !== undefined && view !== 'results' && filters.typing === undefined) {
      const { code, norm: path } = named
      return { addressOf: (links) => (path === null ? links.law(code) : links.norm(code, path)) }
    }
    const [answer, listed, missing] = await Promise.all([
      answerOf(search, corpus, { ...known(filters), q, offset, facets: 'true', limit: RESULTS }),
      answerOf(laws, corpus, { query: q, limit: LAWS_LIMIT, jurisdiction }),
      missingCitation(corpus, q, jurisdiction),
    ])
    const best = offset === '0' ? bestLaws(listed.laws, q) : []
    const isName = named !== undefined
    return {
      draw: (context) =>
        searchPage({ ...answer, isName, missing, typing: filters.typing === 'true' ? 'true' : '' }, best, context),
    }
  },
  async changes(corpus, { query: { since = '', until = '', by = '', codes = '', offset = '0' } }) {
    const answer = await answerOf(changes, corpus, { since, until, by, codes, offset, limit: CHANGES })
    return { draw: (context) => changesPage({ ...answer, since, until, law: codes }, context) }
  },
  async normDiff(corpus, { code, norms: names, query: { from, to, in_force_on, jurisdiction } }) {
    const asked = { code, from, to, in_force_on, jurisdiction }
    const diff = await likeliest(names, (name) => answerOf(normDiff, corpus, { ...asked, norm: name }))
    const { versions } = await answerOf(normVersions, corpus, { code: diff.code, norm: diff.norm })
    return { draw: (context) => normDifferencePage(diff, versions, context) }
  },
  async lawDiff(corpus, { code, query: { from, to, in_force_on, jurisdiction, offset = '0' } }) {
    const diff = await answerOf(lawDiff, corpus, { code, from, to, in_force_on, jurisdiction })
    const { versions } = await answerOf(lawVersions, corpus, { code: diff.code })
    return { draw: (context) => lawDifferencePage(diff, versions, Math.max(Number(offset) || 0, 0), context) }
  },
} satisfies Record<string, LoadPage>

type PageName = keyof typeof PAGES

/** Loads the content of a page. @throws LegalTextError as its operations */
export const loadPage = (corpus: Corpus, request: PageRequest): Promise<DrawablePage | Redirection> =>
  (PAGES[request.name] as LoadPage)(corpus, request)

const LONG_WORK: { readonly [Name in PageName]?: LongWork | undefined } = {
  search: search.longWork,
  changes: changes.longWork,
  lawDiff: lawDiff.longWork,
}

/** The kind of long work of a page, if some of its answers take long. */
export const longWorkOf = ({ name }: PageRequest): LongWork | undefined => LONG_WORK[name]

/** The parameters of each page, besides those of all pages; others are ignored. */
const PARAMETERS: Readonly<Record<PageName, readonly string[]>> = {
  laws: ['query', 'initial', 'jurisdiction', 'offset'],
  law: ['jurisdiction'],
  full: ['jurisdiction'],
  norm: ['jurisdiction', 'citing'],
  search: Object.keys(search.input.shape),
  changes: ['since', 'until', 'by', 'codes', 'offset'],
  normDiff: ['from', 'to', 'jurisdiction'],
  lawDiff: ['from', 'to', 'jurisdiction', 'offset'],
}
const OF_ALL = ['view', 'as_of', 'in_force_on', LANGUAGE]

/** The pages that the parameter `view` chooses, for each depth of the path, and the page without it. */
const VIEWS: readonly (Readonly<Record<string, PageName>> & { '': PageName })[] = [
  { '': 'search', results: 'search', laws: 'laws', changes: 'changes' },
  { '': 'law', full: 'full', diff: 'lawDiff' },
  { '': 'norm', diff: 'normDiff' },
]

/** Most characters of a name in a path. */
const LONGEST_NAME = 300

/** Parameters of pages that the API lacks. */
export const PAGE_PARAMETERS: readonly string[] = [...OF_ALL, ...Object.values(PARAMETERS).flat()]

/**
 * Reads the address of a page.
 * @returns `undefined` for a path that no page can have
 * @throws LegalTextError `invalid_input` for a repeated parameter or an invalid day
 */
export function readPageRequest(path: string, search: string): PageRequest | undefined {
  const named = path === '/' ? { code: '', norms: [] } : readPagePath(path)
  if (named === undefined || Math.max(named.code.length, ...named.norms.map((each) => each.length)) > LONGEST_NAME)
    return undefined
  const given = new URLSearchParams(search)
  const views = VIEWS[named.code === '' ? 0 : named.norms.length === 0 ? 1 : 2] as (typeof VIEWS)[number]
  const view = given.get('view') ?? ''
  const name = Object.hasOwn(views, view) ? (views[view] as PageName) : views['']
  const read = new URLSearchParams()
  for (const parameter of [...OF_ALL, ...PARAMETERS[name]]) {
    const [value = '', ...others] = given.getAll(parameter)
    if (others.length > 0) throw argumentError(parameter, say`given more than once`)
    // Unknown views or languages would each be another cache entry.
    const isKnown = parameter === 'view' ? Object.hasOwn(views, value) : parameter !== LANGUAGE || isLanguage(value)
    if (value.trim() !== '' && isKnown) read.set(parameter, value)
  }
  for (const day of ['as_of', 'in_force_on']) readDay(read.get(day) ?? undefined, day)
  const query = Object.fromEntries(read)
  return { name, ...named, query, url: read.size > 0 ? `${path}?${read}` : path }
}

/** All laws in dictionary order, letter by letter. @param asked without a limit for all of them */
async function lawsInOrder(corpus: Corpus, { offset = 0, limit = Infinity, ...asked }: Asked) {
  const listed: LawSummary[] = []
  const from = Math.max(Number(offset) || 0, 0)
  const most = Number(limit)
  let total = 0
  for (const initial of '#ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const rest =
      limit === Infinity ? {} : { offset: Math.max(from - total, 0), limit: Math.max(most - listed.length, 1) }
    const answer = await answerOf(laws, corpus, { ...asked, ...rest, initial })
    total += answer.total
    if (listed.length < most && total > from) listed.push(...answer.laws)
  }
  return { laws: listed, total, next: from + most < total ? from + most : null }
}

/** A page of laws, jurisdiction by jurisdiction. */
function pageOfPlaces(listed: readonly LawSummary[], offset: string) {
  const from = Math.max(Number(offset) || 0, 0)
  const ordered = byJurisdiction(listed).flatMap(([, own]) => own)
  const next = from + LAWS < ordered.length ? from + LAWS : null
  return { laws: ordered.slice(from, from + LAWS), total: ordered.length, next }
}

/** The first answer that succeeds, else the error of the likeliest name. @param names of one norm */
async function likeliest<Answer>(names: readonly string[], ask: (name: string) => Promise<Answer>): Promise<Answer> {
  let first: unknown
  for (const name of names) {
    try {
      return await ask(name)
    } catch (error) {
      first ??= error
      // The law lacks the norm, or has several.
      if (!(error instanceof LegalTextError) || error.details.norm === undefined) break
    }
  }
  throw first
}

/** The whole wording of a law. */
async function fullLaw(corpus: Corpus, answer: Law, asked: Asked): Promise<DrawablePage> {
  const { parts } = await norms.answerInParts(corpus, parseInput(norms, given(asked)))
  return {
    draw: (context) => fullLawPage(answer, context, today()),
    async *parts(context) {
      const day = today()
      for await (const { headings, depth, answer: found } of normsOfLaw(answer.structure, parts)) {
        const norm = found as Norm | null
        const cited = norm === null ? [] : await citedIn(norm)
        yield () => normOfFullLaw(headings, depth, norm, cited, context, day)
      }
    },
  }

  async function citedIn({ norm }: Norm): Promise<readonly Relationship[]> {
    const of = { ...asked, code: answer.code, norm, type: 'cites', limit: MOST_REFERENCES }
    return (await answerOf(relationships, corpus, of)).relationships
  }
}

type Asked = Readonly<Record<string, string | number | undefined>>

/** Runs an operation on inputs from a query; empty ones are left out. @throws LegalTextError */
async function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  asked: Asked,
): Promise<z.output<Output>> {
  return answered(operation, corpus, parseInput(operation, given(asked)))
}

const given = (asked: Asked) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))

/** The filters of a search; other parameters have no meaning here. */
const known = (filters: Asked): Asked =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(search.input.shape, name)))

/** Leaves out of a page what a corpus of one state, or an older day, does not record. */
const whereKnown = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> => asked.catch(ignoreRefusal)
