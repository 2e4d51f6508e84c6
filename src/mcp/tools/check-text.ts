import * as z from 'zod'
import { findingMessage, verdictOf } from '../../formats/check-verdict.ts'
import { check } from '../../operations/check.ts'
import { type AnswerOf, record } from '../../operations/operation.ts'
import { citationFacts, factsOfCitation } from '../citation-facts.ts'
import { asOfFacts, asOfInput, nextOffset } from '../schemas.ts'
import { counted, inQuotes, pathOf, withoutNulls, words } from '../text.ts'
import { listTool } from '../tool.ts'

const CLASSES = ['right', 'wrong', 'uncertain', 'outside'] as const

export const checkText = listTool({
  name: 'check_text',
  title: 'Check citations',
  description:
    'A verdict on every citation of a text (draft, brief, own answer): right; wrong (no such law, norm or part, or not in force); ' +
    'uncertain (ambiguous, old edition, unreadable); outside (of a law outside the corpus). Use it before you hand out a text with citations.',
  operation: check,
  input: z.strictObject({
    text: check.input.shape.text.describe(''),
    format: check.input.shape.format.describe(''),
    as_of: asOfInput,
  }),
  noun: 'citations',
  output: record(() => ({
    count: z.int(),
    by_class: z.object({ right: z.int(), wrong: z.int(), uncertain: z.int(), outside: z.int() }),
    set_aside: z.int().describe('Designations that cite no law: of contracts, by-laws, annexes.'),
    findings: z.array(
      citationFacts()
        .omit({ wording: true, wording_left_out: true })
        .extend({
          status: z.enum([...citationFacts().shape.status.options, 'unread']),
          line: z.int(),
          column: z.int(),
        }),
    ),
    next: nextOffset(),
    ...asOfFacts(),
  })),
  head(answer) {
    const { by_class } = summaryOf(answer)
    const aside =
      answer.set_aside > 0
        ? ` Set aside: ${counted(answer.set_aside, 'designations')} of no law (contracts, by-laws).`
        : ''
    return answer.count === 0
      ? `The text cites no norm.${aside}`
      : `${counted(answer.count, 'citations')}: ${CLASSES.map((name) => `${by_class[name]} ${name}`).join(', ')}.${aside}`
  },
  facts: (answer) => ({
    ...withoutNulls({ as_of: answer.as_of, newest_state: answer.newest_state }),
    ...summaryOf(answer),
    set_aside: answer.set_aside,
  }),
  items: ({ findings }) =>
    findings.map((finding) => ({
      text: `- line ${finding.line}, column ${finding.column}, ${inQuotes(finding.text)}: **${verdictOf(finding)}**${leadsTo(finding)}`,
      facts: factsOfCitation({ ...finding, wording: null }),
    })),
})

type Finding = AnswerOf<typeof check>['findings'][number]

/** The norm that a citation leads to, and what is to be said of it. */
function leadsTo(finding: Finding): string {
  const { code, norm, label, heading, status, subdivision } = finding
  // A part that does not exist leads nowhere.
  const part = status === 'out_of_range' ? null : subdivision
  const path = norm === null ? '' : pathOf(code, [norm, part].filter(Boolean).join('/'))
  const message = words(findingMessage(finding)) || words(label, heading)
  return [path, message]
    .filter(Boolean)
    .map((each) => `; ${each}`)
    .join('')
}

function summaryOf({ findings, count }: { findings: readonly { class: (typeof CLASSES)[number] }[]; count: number }) {
  const by_class = { right: 0, wrong: 0, uncertain: 0, outside: 0 }
  for (const finding of findings) by_class[finding.class]++
  return { count, by_class }
}
