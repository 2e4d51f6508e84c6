/** Search results: laws of that name, and norms with the words. */
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { counted, formatNumber } from '../../i18n/readable.ts'
import { t, translated } from '../../i18n/texts.ts'
import type { LawSummary } from '../../model/corpus.ts'
import type { Correction, SearchHit } from '../../search/index.ts'
import type { Links } from './links.ts'
import { attributes, type Child, html, type Markup } from './markup.ts'
import { moreLink, type Page, type PageContext, restriction } from './page.ts'
import { designationOf, sentence } from './words.ts'

/** An answer of the operation `search`. */
export interface SearchAnswer {
  query: string
  codes: readonly string[]
  kind: readonly string[]
  /** True if the query names one norm or law, to which an address without `view` leads. */
  isName: boolean
  /** Reason why a named norm is not among the results. */
  missing?: string | undefined
  /** `true` while the last word is being typed, else empty; links keep it. */
  typing: string
  corrections: readonly Correction[]
  in_force: boolean
  suggestions: readonly { q: string; everywhere: boolean; total: number; partial_total: number }[]
  suggested_laws: readonly { code: string; abbreviation: string; title: string }[]
  results: readonly SearchHit[]
  total: number
  partial_total: number
  total_is_exact: boolean
  next: number | null
  facets?: Facets | undefined
}

/** Numbers of results by law and by kind. */
export interface Facets {
  laws: readonly { code: string; abbreviation: string; title: string; count: number }[]
  kinds: readonly { kind: string; count: number }[]
}

/** @param laws named by the query */
export function searchPage(answer: SearchAnswer, laws: readonly LawSummary[], context: PageContext): Page {
  const { links } = context
  const { query, missing, corrections, total, partial_total, next, typing } = answer
  const filters = { q: query, ...filtersOf(answer), typing }
  const more = next === null ? null : links.search({ ...filters, offset: next })
  const content = html`
    <div class="results">
      <h1 class="hidden" tabindex="-1">${t`Search results for ${query}`}</h1>
      ${restriction(context)}
      ${lawList(laws, links)}
      ${missing !== undefined && html`<p class="notice">${sentence(translated(missing))}</p>`}
      <p class="quiet total" role="status">${totalOf(answer)}</p>
      ${corrections.length > 0 && corrected(answer, links)}
      ${facetLists(answer, links)}
      ${total + partial_total === 0 && suggested(answer, links)}
      <ol class="norms" role="list" aria-label="${t`Norms`}" id="rows">
        ${answer.results.map((hit) => row(hit, links))}
      </ol>
      ${moreLink(more, t`More results`)}
    </div>`
  const address = links.search({ ...filters, typing: '', view: answer.isName ? 'results' : '' })
  return { title: query, view: 'search', content, address }
}

/** The filters of a search as parameters, which its links keep. */
const filtersOf = ({ codes, kind, in_force }: SearchAnswer) => ({
  codes: codes.join(','),
  kind: kind.join(','),
  in_force: in_force ? 'true' : '',
})

/** Maximum number of laws as filters. */
const MOST_LAWS = 8

/** Links that restrict the results to a law or a kind, with counts; an active one removes its filter. */
function facetLists(answer: SearchAnswer, links: Links): Markup | null {
  const { query: q, codes, facets, typing } = answer
  if (facets === undefined || (facets.laws.length < 2 && codes.length === 0 && facets.kinds.length < 2)) return null
  const { codes: law, kind: only, in_force } = filtersOf(answer)
  const item = (words: string, count: number, isChosen: boolean, chosen: object, others: object) => {
    const href = links.search({ q, typing, in_force, ...(isChosen ? others : { ...others, ...chosen }) })
    const link = attributes({ href, 'aria-current': isChosen ? 'true' : null })
    return html`<li><a${link}>${words} <small>${formatNumber(count)}</small></a></li>`
  }
  const laws = facets.laws
    .slice(0, MOST_LAWS)
    .map((each) => item(nameOfLaw(each), each.count, law === each.code, { codes: each.code }, { kind: only }))
  const kinds = facets.kinds.map((each) =>
    item(kindName(each.kind), each.count, only === each.kind, { kind: each.kind }, { codes: law }),
  )
  return html`
    <nav class="facets" aria-label="${t`Filter`}">
      ${laws.length > 0 && html`<ul role="list" aria-label="${t`By law`}">${laws}</ul>`}
      ${kinds.length > 1 && html`<ul role="list" aria-label="${t`By kind`}">${kinds}</ul>`}
    </nav>`
}

function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = {
    par: t`Sections`,
    art: t`Articles`,
    annex: t`Annexes`,
    recital: t`Recitals`,
    preamble: t`Preambles`,
    formula: t`Formulas`,
    toc: t`Contents`,
    item: t`Items`,
    text: t`Texts`,
  }
  return names[kind] ?? kind
}

/** The corrections of misspelt words, and a link to the original query. */
function corrected(answer: SearchAnswer, links: Links): Markup {
  const { query, corrections } = answer
  const instead = corrections.map(({ from, to }) => t`“${to}” instead of “${from}”`).join(', ')
  const exact = corrections.reduce((text, { from }) => text.replaceAll(from, () => `"${from}"`), query)
  const link = html`<a href="${links.search({ ...filtersOf(answer), q: exact })}">${t`Search for ${exact}`}</a>`
  return html`<p class="quiet">${t`Searched for ${instead}.`} ${link}</p>`
}

/** Links to queries that find norms, and to laws with a similar name; without any, search tips. */
function suggested(answer: SearchAnswer, links: Links): Markup {
  const { suggestions, suggested_laws: laws } = answer
  const entry = (href: string, words: string, count: string) =>
    html`<li><a href="${href}" lang="de">${words}</a>${count}</li>`
  const found = [
    ...suggestions.map(({ q, everywhere, total, partial_total }) => {
      const filters = everywhere ? { jurisdiction: null } : filtersOf(answer)
      return entry(links.search({ ...filters, q }), q, ` ${counted(total + partial_total, 'norm')}`)
    }),
    ...laws.map((each) => entry(links.law(each.code), `${nameOfLaw(each)} ${each.title}`, '')),
  ]
  if (found.length > 0) return html`<ul class="suggestions" aria-label="${t`Suggestions`}">${found}</ul>`
  const advice = t`Try fewer words, the designation of a norm (§ 433 BGB), or the name of a law.`
  return html`<p>${advice} <a href="${links.laws()}">${t`List all laws`}</a></p>`
}

function totalOf({ total, partial_total: partial, total_is_exact: isExact }: SearchAnswer): string {
  if (total + partial === 0) return t`No norm has these words.`
  if (partial === 0 && isExact) return counted(total, 'norm')
  const one = total === 1 ? t`1 norm has all words` : t`${formatNumber(total)} norms have all words`
  const all = total === 0 ? t`No norm has all words` : one
  if (partial === 0) return t`${all}, others some`
  if (!isExact) return t`${all}, at least ${formatNumber(partial)} have some`
  return partial === 1 ? t`${all}, 1 has some` : t`${all}, ${formatNumber(partial)} have some`
}

function lawList(laws: readonly LawSummary[], links: Links): Markup | null {
  if (laws.length === 0) return null
  const rows = laws.map((law) => {
    const { code, title, language } = law
    const name = html`<span class="designation">${nameOfLaw(law)}</span> ${title}`
    return html`<li><a href="${links.law(code)}" lang="${language}" class="result">${name}</a></li>`
  })
  return html`<ul class="named-laws" role="list" aria-label="${t`Laws`}">${rows}</ul>`
}

function row(hit: SearchHit, links: Links): Markup {
  const { code, title, norm, subdivision, label, heading, language, snippet, highlights } = hit
  const name = `${designationOf({ norm, label })} ${nameOfLaw(hit)}`
  return html`
    <li lang="${language}">
      <a href="${links.norm(code, norm, subdivision) + textFragment(hit)}" class="result">
        <span class="designation">${name}</span>
        ${heading && ` ${heading}`}
      </a>
      <p class="quiet law-title">${title}</p>
      <p>${highlighted(snippet, highlights)}</p>
    </li>`
}

/** A text fragment (WICG) that makes the browser mark the found words in the norm and scroll to the first. */
function textFragment({ snippet, highlights }: SearchHit): string {
  const words = new Set(highlights.map(([start, end]) => snippet.slice(start, end)))
  const texts = [...words].map((word) => `text=${encodeURIComponent(word).replaceAll('-', '%2D')}`)
  return texts.length > 0 ? `#:~:${texts.join('&')}` : ''
}

function highlighted(text: string, highlights: readonly (readonly [number, number])[]): Child[] {
  const parts: Child[] = []
  let at = 0
  for (const [start, end] of highlights) {
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`)
    at = end
  }
  return [...parts, text.slice(at)]
}
