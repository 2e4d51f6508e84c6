/** What search found: norms with the words around the matches, and where asked for what the scores are made of. */
import type { SearchHit } from '../../search/types.ts'
import { counted } from '../fields.ts'
import { leadLines } from '../lead-lines.ts'
import { pageLine } from '../page-line.ts'
import { type Screen, styled } from '../screen.ts'
import { table } from '../table.ts'
import { displayWidth, wrapText } from '../wrap.ts'
import { emptyPage, shellWord } from './empty-page.ts'
import { scoreLines } from './score-lines.ts'

interface SearchAnswer {
  query: string
  codes: string[]
  results: SearchHit[]
  count: number
  total: number
  total_is_exact: boolean
  next: number | null
}

const INDENT = '  '
/** Narrower screens have no table. */
const WIDE = 140

/** Draws search results. Matches are coloured where there are colours, else they stand between asterisks. */
export async function searchResults(answer: SearchAnswer, screen: Screen): Promise<string> {
  const { results } = answer
  if (results.length === 0) return emptyPage(screen, ...nothingFound(answer))
  const isExplained = results.some(({ explanation }) => explanation !== undefined)
  const drawn = screen.width >= WIDE && !isExplained ? await hitTable(results, screen) : blocks(results, screen)
  return `${drawn}\n\n${pageLine(screen, answer, 'result')}`
}

function blocks(results: SearchHit[], screen: Screen): string {
  return results
    .map((hit) =>
      [
        ...leadLines(screen, pathOf(hit), titleOf(hit), 'heading'),
        ...wrapText(snippetOf(hit, screen), screen.width, INDENT),
        ...(hit.explanation === undefined ? [] : scoreLines(screen, hit.score, hit.explanation, INDENT)),
      ].join('\n'),
    )
    .join('\n\n')
}

async function hitTable(results: SearchHit[], screen: Screen): Promise<string> {
  const columns = [
    { title: 'Norm', style: 'path' as const, wraps: true },
    { title: 'Heading', style: 'heading' as const, wraps: true },
    { title: 'Text', wraps: true },
  ]
  const rows = results.map((hit) => [pathOf(hit), titleOf(hit), snippetOf(hit, screen)])
  // An empty row between two that take several lines each.
  return table(
    screen,
    columns,
    rows.flatMap((row, index) => (index === 0 ? [row] : [[], row])),
  )
}

const pathOf = ({ code, norm }: SearchHit) => `${code} ${norm}`
const titleOf = ({ abbreviation, label, heading }: SearchHit) =>
  [abbreviation, label, heading].filter(Boolean).join(' ')
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

function nothingFound({ query, codes, total }: SearchAnswer): [message: string, hints: string[]] {
  if (total > 0) return [`No more: ${counted(total, 'result')}.`, ['a smaller --offset']]
  const where = codes.length === 0 ? 'in any law of this corpus' : `in ${codes.join(', ')}`
  return [
    `Nothing found for “${query}” ${where}.`,
    [
      'fewer words, or others; the beginning of a word with an asterisk: Miet*',
      ...(/["+-]/.test(query) ? ['without the signs " + -, which must all be met'] : []),
      ...(codes.length > 0 ? [`legal-text search ${shellWord(query)}, for all laws`] : []),
      `legal-text laws --query ${shellWord(query)}, for laws that are called so`,
    ],
  ]
}
