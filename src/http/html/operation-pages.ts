/** The pages of operations: what each shows, and which answers it is made of. */
import type * as z from 'zod'
import type { Corpus, Law, Norm, Relationship } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { normsOfLaw } from '../../formats/law-document.ts'
import { today } from '../../iso-date.ts'
import { changes } from '../../operations/changes.ts'
import { law } from '../../operations/law.ts'
import { lawDiff } from '../../operations/law-diff.ts'
import { lawVersions } from '../../operations/law-versions.ts'
import { laws } from '../../operations/laws.ts'
import { missingCitation } from '../../operations/missing-citation.ts'
import { norm } from '../../operations/norm.ts'
import { normDiff } from '../../operations/norm-diff.ts'
import { normVersions } from '../../operations/norm-versions.ts'
import { norms } from '../../operations/norms.ts'
import { type Operation, parseInput } from '../../operations/operation.ts'
import { relationships } from '../../operations/relationships.ts'
import { search } from '../../operations/search.ts'
import { bestLaws, LAWS_LIMIT } from '../../pages/best-laws.ts'
import { changesPage } from '../../pages/changes-page.ts'
import { lawDifferencePage, normDifferencePage } from '../../pages/difference-page.ts'
import { fullLawPage, normOfFullLaw } from '../../pages/full-law.ts'
import { lawPage } from '../../pages/law-page.ts'
import { lawsPage } from '../../pages/laws-page.ts'
import { normPage } from '../../pages/norm-page.ts'
import type { Page, PageContext } from '../../pages/page.ts'
import { searchPage } from '../../pages/search-page.ts'
import { startPage } from '../../pages/start-page.ts'
import { corpusFacts } from './corpus-facts.ts'

/** A request: its path parameters and the parameters of its query that have a value. */
export interface PageQuery {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

/** A page that can be drawn, in any language. It does not wait for anything. */
export interface DrawablePage {
  draw(context: PageContext): Page
  /** What follows its content, in parts. */
  parts?(context: PageContext): AsyncIterable<() => string>
}

type LoadPage = (corpus: Corpus, request: PageQuery) => Promise<DrawablePage>

/** Rows of lists. */
const LAWS = 100
const RESULTS = 20
const CHANGES = 200
/** References that are drawn into a text, and norms under an article. */
const MOST_REFERENCES = 1000
/** Citing norms that a page shows at first. */
const CITING = 20

/** By the names of operations. */
export const OPERATION_PAGES: Readonly<Record<string, LoadPage>> = {
  async laws(corpus, { query: { query = '', initial = '', offset = '0', as_of } }) {
    const answer = await answerOf(laws, corpus, { query, initial, offset, limit: LAWS, as_of })
    return { draw: (context) => lawsPage({ ...answer, query, initial }, context) }
  },
  async law(corpus, { params: { code }, query: { as_of, view } }) {
    const asked = { code, as_of }
    const answer = await answerOf(law, corpus, asked)
    if (view === 'full') return fullLaw(corpus, answer, asked)
    const versions = await whereKnown(() => answerOf(lawVersions, corpus, { code: answer.code }))
    return { draw: (context) => lawPage(answer, versions, context, today()) }
  },
  async norm(corpus, { params: { code, norm: name }, query: { as_of, citing } }) {
    const answer = await answerOf(norm, corpus, { code, norm: name, as_of })
    const of = { code: answer.code, norm: answer.norm, as_of }
    const related = (type: string, limit: number) => answerOf(relationships, corpus, { ...of, type, limit })
    const limit = Math.min(Math.max(Number(citing) || CITING, 1), MOST_REFERENCES)
    const [cites, citedBy, contains, versions] = await Promise.all([
      related('cites', MOST_REFERENCES),
      related('cited_by', limit),
      answer.text === '' ? related('contains', MOST_REFERENCES) : { relationships: [] },
      answer.version && whereKnown(() => answerOf(normVersions, corpus, { code: answer.code, norm: answer.norm })),
    ])
    const data = { norm: answer, cites: cites.relationships, contains: contains.relationships, citedBy, versions }
    return { draw: (context) => normPage(data, context, today()) }
  },
  async search(corpus, { query: { q = '', offset = '0', as_of: _, ...filters } }) {
    if (q.trim() === '') {
      const { numbers } = await corpusFacts(corpus)
      return { draw: (context) => startPage(numbers, context) }
    }
    const [answer, named, missing] = await Promise.all([
      answerOf(search, corpus, { ...known(filters), q, offset, facets: 'true', limit: RESULTS }),
      answerOf(laws, corpus, { query: q, limit: LAWS_LIMIT }),
      missingCitation(corpus, q),
    ])
    const best = offset === '0' ? bestLaws(named.laws, q) : []
    return { draw: (context) => searchPage({ ...answer, missing, typing: filters.typing ?? '' }, best, context) }
  },
  async changes(corpus, { query: { since = '', until = '', codes = '', offset = '0' } }) {
    const answer = await answerOf(changes, corpus, { since, until, codes, offset, limit: CHANGES })
    return { draw: (context) => changesPage({ ...answer, since, until, law: codes }, context) }
  },
  async normDiff(corpus, { params: { code, norm: name }, query: { from, to } }) {
    const diff = await answerOf(normDiff, corpus, { code, norm: name, from, to })
    const { versions } = await answerOf(normVersions, corpus, { code: diff.code, norm: diff.norm })
    return { draw: (context) => normDifferencePage(diff, versions, context) }
  },
  async lawDiff(corpus, { params: { code }, query: { from, to, offset = '0' } }) {
    const diff = await answerOf(lawDiff, corpus, { code, from, to })
    return { draw: (context) => lawDifferencePage(diff, Math.max(Number(offset) || 0, 0), context) }
  },
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
    const of = { code: answer.code, norm, as_of: asked.as_of, type: 'cites', limit: MOST_REFERENCES }
    return (await answerOf(relationships, corpus, of)).relationships
  }
}

type Asked = Readonly<Record<string, string | number | undefined>>

/** Runs an operation on inputs as a query has them; empty ones are left out. @throws LegalTextError */
function answerOf<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  corpus: Corpus,
  asked: Asked,
): Promise<z.output<Output>> {
  return operation.answer(corpus, parseInput(operation, given(asked)))
}

const given = (asked: Asked) =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))

/** The filters of a search; other parameters of an address have no meaning here. */
const known = (filters: Asked): Asked =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(search.input.shape, name)))

/** What a corpus of one state, or an older day, does not know is left out of a page. */
async function whereKnown<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof LegalTextError) return undefined
    throw error
  }
}
