import * as z from 'zod'
import { cite } from '../../operations/cite.ts'
import { record } from '../../operations/operation.ts'
import type { Citation } from '../../resolve/citation.ts'
import { argumentError } from '../../util/arguments.ts'
import { type Item, quoted } from '../answer.ts'
import { citationFacts, factsOfCitation } from '../citation-facts.ts'
import { asOfFacts, daysInputs, nextOffset } from '../schemas.ts'
import { counted, inQuotes, pathOf, withoutNulls, words } from '../text.ts'
import { listTool } from '../tool.ts'

export const resolveCitations = listTool({
  name: 'resolve_citations',
  title: 'Resolve citations',
  description:
    'The norms that a text cites, with wordings. Use it for what a passage refers to; check_text for verdicts.',
  operation: cite,
  // Named `text` as in other tools; the route calls it `q`.
  input: z.strictObject({
    text: cite.input.shape.q.optional().describe(''),
    q: cite.input.shape.q.optional().describe(''),
    ...daysInputs,
  }),
  run(corpus, { text, q = text, ...days }) {
    if (q === undefined || (text !== undefined && text !== q))
      throw argumentError('text', 'must be the text, given once')
    return cite.run(corpus, { q, ...days })
  },
  noun: 'citations',
  output: record(() => ({ citations: z.array(citationFacts()), count: z.int(), next: nextOffset(), ...asOfFacts() })),
  head: ({ count }) => (count === 0 ? 'The text cites no norm.' : `${counted(count, 'citations')}.`),
  facts: ({ count, as_of, in_force_on, newest_state }) => ({
    ...withoutNulls({ as_of, in_force_on, newest_state }),
    count,
  }),
  items: ({ citations }, room) => {
    const most = Math.max(SHORTEST, Math.floor((room * SHARE) / citations.length))
    return citations.map((citation) => itemOf(citation, most))
  },
})

/** Maximum share of each copy of the wordings in an answer, and the minimum characters of each. */
const SHARE = 0.25
const SHORTEST = 300

function itemOf(citation: Citation, most: number): Item {
  const { code, norm, subdivision, cite_as, heading, message } = citation
  const facts = factsOfCitation(citation, most)
  const path = [norm, subdivision].filter(Boolean).join('/')
  const found = norm === null ? '' : ` ${words(cite_as, heading)} (${pathOf(code, path)})`
  const verdict = `${citation.class}, ${citation.status.replaceAll('_', ' ')}`
  const leftOut = facts.wording_left_out
  const rest = leftOut ? ` [${leftOut} more characters: get_norm ${pathOf(code, path)}]` : ''
  const wording = facts.wording ? `\n  ${quoted(words(facts.wording))}${rest}` : ''
  return {
    text: `- ${inQuotes(citation.text)}: ${verdict}.${found}${message ? ` ${words(message)}` : ''}${wording}`,
    facts,
  }
}
