/** What search found: one block a norm, matches marked in the snippet, and where asked for what the score is made of. */
import type { SearchHit } from '../search/types.ts'
import { counted, titleLines } from './fields.ts'
import { pageLine } from './page-line.ts'
import { scoreLines } from './score-lines.ts'
import { type Screen, styled } from './screen.ts'
import { displayWidth, wrapText } from './wrap.ts'

interface SearchAnswer {
  results: SearchHit[]
  count: number
  total: number
  total_is_exact: boolean
  next: number | null
}

const INDENT = '  '

/** Draws search results. Matches are coloured where there are colours, else they stand between asterisks. */
export function searchResults(answer: SearchAnswer, screen: Screen): string {
  if (answer.count === 0) return answer.total === 0 ? 'Nothing found.' : `No more: ${counted(answer.total, 'result')}.`
  const blocks = answer.results.map((hit) => {
    const snippet = markMatches(screen, hit.snippet.replace(/\s/g, ' '), hit.highlights)
    return [
      ...titleLines(screen, [hit.abbreviation, hit.label].filter(Boolean).join(' '), hit.heading),
      ...wrapText(`${hit.code} ${hit.norm}`, screen.width, INDENT).map((line) => styled(screen, 'path', line)),
      ...wrapText(snippet, screen.width, INDENT),
      ...(hit.explanation === undefined ? [] : scoreLines(screen, hit.score, hit.explanation, INDENT)),
    ].join('\n')
  })
  return [...blocks, pageLine(answer, 'result')].join('\n\n')
}

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
