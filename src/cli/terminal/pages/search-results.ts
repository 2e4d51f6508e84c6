/** Search results: norms with snippets, and with the explanation of their scores on request. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { counted, formatNumber } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import type { AnswerOf } from '../../../operations/operation.ts'
import type { search } from '../../../operations/search.ts'
import type { ScorePart, SearchHit } from '../../../search/index.ts'
import { fieldLines, leadLines } from '../fields.ts'
import { type Screen, styled } from '../screen.ts'
import { table } from '../table.ts'
import { displayWidth } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { normKinds } from './coverage-page.ts'
import { emptyPage, pageLine, shellWord } from './paging.ts'

type SearchAnswer = AnswerOf<typeof search>

const INDENT = '  '
/** Minimum width for a table. */
const WIDE = 140

/** Draws search results. Matches are coloured if the screen has colours, else between asterisks. */
export async function searchResults(answer: SearchAnswer, screen: Screen, dataset?: string): Promise<string> {
  const { results } = answer
  if (results.length === 0) return emptyPage(screen, ...nothingFound(answer), totalOf(answer) > 0 ? undefined : dataset)
  const isExplained = results.some(({ explanation }) => explanation !== undefined)
  const drawn = screen.width >= WIDE && !isExplained ? await hitTable(results, screen) : await blocks(results, screen)
  const counts = matchCounts(answer)
  const lines = counts === '' ? '' : `${wrapText(counts, screen.width).join('\n')}\n`
  return `${correctedLines(answer, screen)}${drawn}\n\n${facetLines(answer, screen)}${lines}${pageLine(screen, answer, 'result', true)}`
}

/** Numbers of norms by law and kind; empty if they were not counted. */
function facetLines({ facets }: SearchAnswer, screen: Screen): string {
  if (facets === undefined) return ''
  const each = (name: string, count: number) => `${name}:\u00a0${formatNumber(count)}`
  const laws = facets.laws.map(({ abbreviation, count }) => each(abbreviation, count))
  const kinds = facets.kinds.map(({ kind, count }) => each(normKinds()[kind] ?? kind, count))
  const lines = fieldLines(screen, [
    [t`By law`, laws.join(' · ')],
    [t`By kind`, kinds.join(' · ')],
  ])
  return `${lines.join('\n')}\n\n`
}

/** `12 norms have all words; 340 more have some.`; empty if all results have all words. */
function matchCounts({ total, partial_total: partial, total_is_exact: isExact }: SearchAnswer): string {
  if (partial === 0 && isExact) return ''
  const all = total === 0 ? t`No norm has all words` : allWords(total)
  if (partial === 0) return t`${all}; others have some.`
  const number = formatNumber(partial)
  const more = partial === 1 ? t`1 more has some` : t`${number} more have some`
  const some = total > 0 ? more : partial === 1 ? t`1 has some` : t`${number} have some`
  return isExact ? `${all}; ${some}.` : t`${all}; at least ${some}.`
}

const allWords = (total: number) =>
  total === 1 ? t`1 norm has all words` : t`${formatNumber(total)} norms have all words`

/** The corrections of misspelt words, and how to search for the original ones. */
function correctedLines({ query, corrections }: SearchAnswer, screen: Screen): string {
  if (corrections.length === 0) return ''
  const instead = corrections.map(({ from, to }) => t`“${to}” instead of “${from}”`).join(', ')
  const exact = corrections.reduce((text, { from }) => text.replaceAll(from, () => `"${from}"`), query)
  const line = t`Searched for ${instead}. Exactly as typed: legal-text search ${shellWord(exact)}`
  return `${wrapText(line, screen.width).join('\n')}\n\n`
}

/** Batch size in results: Node.js sees Ctrl-C only between turns of the event loop. */
const DRAWN_AT_ONCE = 200

async function blocks(results: SearchHit[], screen: Screen): Promise<string> {
  const drawn: string[] = []
  for (const [index, hit] of results.entries()) {
    if (index % DRAWN_AT_ONCE === DRAWN_AT_ONCE - 1) await nextTurn()
    const lines = [
      ...leadLines(screen, pathOf(hit), titleOf(hit), 'heading'),
      ...wrapText(snippetOf(hit, screen), screen.width, INDENT),
      ...(hit.explanation === undefined ? [] : scoreLines(screen, hit.score, hit.explanation, INDENT)),
    ]
    drawn.push(lines.join('\n'))
  }
  return drawn.join('\n\n')
}

async function hitTable(results: SearchHit[], screen: Screen): Promise<string> {
  const columns = [
    { title: t`Norm`, style: 'path' as const, wraps: true },
    { title: t`Heading`, style: 'heading' as const, wraps: true },
    { title: t`Text`, wraps: true },
  ]
  const rows = results.map((hit) => [pathOf(hit), titleOf(hit), snippetOf(hit, screen)])
  // An empty row between rows of several lines.
  return table(
    screen,
    columns,
    rows.flatMap((row, index) => (index === 0 ? [row] : [[], row])),
  )
}

const pathOf = ({ code, norm, subdivision }: SearchHit) => [`${code} ${norm}`, subdivision].filter(Boolean).join('/')
const titleOf = (hit: SearchHit) => [nameOfLaw(hit), hit.label, hit.heading].filter(Boolean).join(' ')
const snippetOf = ({ snippet, highlights }: SearchHit, screen: Screen) =>
  markMatches(screen, snippet.replace(/\s/g, ' '), highlights)

/**
 * Marks stretches of a text word by word, so that a line break between two words leaves the indentation unmarked.
 * @param highlights `[start, end)` offsets in the order of the text.
 */
export function markMatches(screen: Screen, text: string, highlights: readonly (readonly [number, number])[]): string {
  const mark = (words: string) =>
    screen.colour ? words.replace(/\S+/g, (word) => styled(screen, 'match', word)) : `*${words}*`
  let marked = ''
  let end = 0
  for (const [from, to] of highlights) {
    marked += text.slice(end, from) + (displayWidth(text.slice(from, to)) > 0 ? mark(text.slice(from, to)) : '')
    end = to
  }
  return marked + text.slice(end)
}

const totalOf = ({ total, partial_total }: { total: number; partial_total: number }) => total + partial_total

/** A law named in the query itself. */
const NAMES_LAW = /(?:^|[\s(+-])law:/i

function nothingFound(answer: SearchAnswer): [message: string, hints: string[]] {
  const { query, codes, jurisdiction, kind, in_force, suggestions, suggested_laws: laws } = answer
  const total = totalOf(answer)
  if (total > 0) return [t`No more: ${counted(total, 'result')}.`, [t`a smaller --offset`]]
  const limits = [
    ...(jurisdiction === null ? [] : [t`jurisdiction ${jurisdiction}`]),
    ...(kind.length === 0 ? [] : [t`kind ${kind.join(', ')}`]),
    ...(in_force ? [t`in force`] : []),
  ]
  const among = limits.length === 0 ? '' : ` (${limits.join('; ')})`
  const isInNamed = NAMES_LAW.test(query)
  const inLaws = codes.length > 0 ? t` in ${codes.join(', ')}` : isInNamed ? '' : t` in any law`
  return [
    t`Nothing found for “${query}”${inLaws}${among}.`,
    [
      ...suggestions.map((each) => {
        const flags = each.everywhere ? '' : filterFlags(answer)
        const begin = each.q.startsWith('-') ? '-- ' : ''
        return `legal-text search${flags} ${begin}${shellWord(each.q)}: ${counted(totalOf(each), 'result')}`
      }),
      ...laws.map(({ code, title }) => `legal-text law ${shellWord(code)}: ${title}`),
      t`fewer words, or others; the beginning of a word with an asterisk: Miet*`,
      t`the designation of a norm, such as § 433 BGB`,
      ...(isInNamed ? [] : [t`legal-text laws --query ${shellWord(query)}, for laws that are called so`]),
    ],
  ]
}

/** The flags of the searched laws. */
function filterFlags({ codes, jurisdiction, kind, in_force }: SearchAnswer): string {
  return [
    codes.length === 0 ? '' : ` --codes ${codes.join(',')}`,
    jurisdiction === null ? '' : ` --jurisdiction ${jurisdiction}`,
    kind.length === 0 ? '' : ` --kind ${kind.join(',')}`,
    in_force ? ' --in-force' : '',
  ].join('')
}

const fields = (): Readonly<Record<string, string>> => ({
  label: t`in its designation`,
  heading: t`in its heading`,
  law: t`in the title of its law`,
  section: t`in the title of its section`,
  above: t`in a title above it`,
  text: t`in its text`,
  opening: t`in its first words`,
  defined: t`as a term that it defines`,
  citations: t`around citations of it`,
})

const priors = (): Readonly<Record<string, string>> => ({
  citations: t`other norms cite it`,
  citing_laws: t`other laws cite its law`,
  kind: t`it is an annex, a formula, a preamble or a table of contents`,
  repealed: t`it is repealed`,
  amending_law: t`its law amends or introduces others`,
})

/** The score, then its parts in words, one a line, the numbers aligned. */
function scoreLines(screen: Screen, score: number, parts: readonly ScorePart[] | null, indent: string): string[] {
  if (parts === null) {
    const message = t`Score ${score.toFixed(4)}, not explained: the texts before it are too long. Use a smaller --limit.`
    return wrapText(message, screen.width, indent).map((line) => styled(screen, 'quiet', line))
  }
  const numbers = parts.map((part) => signed(part.score))
  const width = Math.max(0, ...numbers.map(({ length }) => length))
  const lines = parts.flatMap((part, index) => {
    const lead = `${indent}  ${numbers[index]?.padStart(width)}  `
    return wrapText(reason(part), screen.width, lead, ' '.repeat(lead.length))
  })
  return [`${indent}${t`Score ${score.toFixed(4)}`}`, ...lines].map((line) => styled(screen, 'quiet', line))
}

const signed = (score: number) => (score < 0 ? '' : '+') + score.toFixed(4)

/** The reason of a score part: `kuendigung in its heading`. */
function reason({ kind, name, field, from, origin }: ScorePart): string {
  const place = fields()[field ?? ''] ?? ''
  switch (kind) {
    case 'term':
      if (origin === 'word') return `${from} ${place}`
      return origin === 'part'
        ? t`${name} ${place} (part of ${from ?? ''})`
        : t`${name} ${place} (paraphrase of ${from ?? ''})`
    case 'prefix':
      return t`${name} in it`
    case 'prior':
      return priors()[name] ?? name
    case 'question':
      return t`people ask for it: ${name}`
    case 'coverage':
      return t`words of the query that are not in it`
    case 'opening':
      return t`it stands near the beginning of its section`
    case 'law_named':
      return name === 'heading' ? t`the query is its heading, beside the name of its law` : t`the query names its law`
    case 'heading':
      return name === 'section' ? t`a section with the query as its title begins with it` : t`the query is its heading`
    case 'share':
      return name === 'law' ? t`its law has many of the best results` : t`its section has many of the best results`
    case 'designation':
      return t`the query designates it`
  }
}
