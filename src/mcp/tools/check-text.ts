import * as z from 'zod'
import { check, quotation } from '../../operations/check.ts'
import { type AnswerOf, record } from '../../operations/operation.ts'
import { findingMessage, verdictOf } from '../../render/check-verdict.ts'
import type { Facts } from '../answer.ts'
import { citationFacts, factsOfCitation } from '../citation-facts.ts'
import { asOfFacts, daysInputs, nextOffset } from '../schemas.ts'
import { counted, inQuotes, pathOf, withoutNulls, words } from '../text.ts'
import { listTool } from '../tool.ts'

/** In the order of the answer: an assistant that stops reading early has seen what to correct. */
const CLASSES = ['wrong', 'uncertain', 'outside', 'right'] as const

export const checkText = listTool({
  name: 'check_text',
  title: 'Check citations',
  description:
    'A verdict on every citation and quotation of a text: wrong, uncertain, outside the corpus, then right. Use it before you hand out a text.',
  operation: check,
  input: z.strictObject({
    text: check.input.shape.text.describe(''),
    format: check.input.shape.format.describe(''),
    only: z.array(z.enum(CLASSES, `must be among ${CLASSES.join(', ')}`)).optional(),
    ...daysInputs,
  }),
  async run(corpus, { only = CLASSES, ...input }) {
    const answer = await check.run(corpus, input)
    const by_class = countByClass(answer.findings)
    const kept = answer.findings.filter((finding) => only.includes(finding.class))
    return { ...answer, by_class, findings: kept.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class)) }
  },
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
          quotation: quotation().omit(PLACE).exactOptional(),
        }),
    ),
    uncited: z
      .array(quotation().pick({ text: true, line: true, column: true, found_in: true }))
      .describe('Quotations without a citation that are words of a law.'),
    next: nextOffset(),
    ...asOfFacts(),
  })),
  head(answer) {
    const { by_class } = answer
    const aside =
      answer.set_aside > 0
        ? ` Set aside: ${counted(answer.set_aside, 'designations')} of no law (contracts, by-laws).`
        : ''
    const quoted = uncitedOf(answer)
      .map(({ line, text, message }) => ` Line ${line}, ${inQuotes(text)}: ${message}.`)
      .join('')
    return answer.count === 0
      ? `The text cites no norm.${aside}${quoted}`
      : `${counted(answer.count, 'citations')}: ${CLASSES.map((name) => `${by_class[name]} ${name}`).join(', ')}.${aside}${quoted}`
  },
  facts: (answer) => ({
    ...withoutNulls({ as_of: answer.as_of, in_force_on: answer.in_force_on, newest_state: answer.newest_state }),
    count: answer.count,
    by_class: answer.by_class,
    set_aside: answer.set_aside,
    uncited: uncitedOf(answer).map(({ text, line, column, found_in }) => ({ text, line, column, found_in })),
  }),
  items: ({ findings }) => findings.map((finding) => new FindingItem(finding)),
})

type Finding = AnswerOf<typeof check>['findings'][number]

/** Composed lazily: of the findings of a long text, few fit the answer. */
class FindingItem {
  readonly #finding: Finding

  constructor(finding: Finding) {
    this.#finding = finding
  }

  get text(): string {
    const { line, column, text } = this.#finding
    return `- line ${line}, column ${column}, ${inQuotes(text)}: **${verdictOf(this.#finding)}**${leadsTo(this.#finding)}`
  }

  get facts(): Facts {
    return factsOf(this.#finding)
  }
}

/** Redundant for a quotation, which is near its citation. */
const PLACE = { line: true, column: true, start: true, end: true } as const

function factsOf({ quotation: compared, ...finding }: Finding) {
  const facts = factsOfCitation({ ...finding, wording: null })
  if (compared === undefined) return facts
  const { line, column, start, end, ...told } = compared
  return { ...facts, quotation: told }
}

/** Maximum number of listed quotations without a citation. */
const MOST_UNCITED = 20

const uncitedOf = ({ quotations }: Pick<AnswerOf<typeof check>, 'quotations'>) =>
  quotations.filter(({ cited }) => cited === null).slice(0, MOST_UNCITED)

/** The norm of a citation, with remarks. */
function leadsTo(finding: Finding): string {
  const { code, norm, label, heading, status, subdivision } = finding
  // A missing part has no target.
  const part = status === 'out_of_range' ? null : subdivision
  const path = norm === null ? '' : pathOf(code, [norm, part].filter(Boolean).join('/'))
  const message = words(findingMessage(finding)) || words(label, heading)
  return [path, message]
    .filter(Boolean)
    .map((each) => `; ${each}`)
    .join('')
}

function countByClass(findings: readonly Finding[]) {
  const by_class = { right: 0, wrong: 0, uncertain: 0, outside: 0 }
  for (const finding of findings) by_class[finding.class]++
  return by_class
}
