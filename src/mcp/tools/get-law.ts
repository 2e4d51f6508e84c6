import * as z from 'zod'
import { nameOfLaw } from '../../citation/laws/customary-names.ts'
import { publishedIn, publishedNote } from '../../layout/notes.ts'
import { stateNotes } from '../../layout/state-notes.ts'
import { law } from '../../operations/law.ts'
import { outlineOf } from '../../operations/law-outline.ts'
import { type AnswerOf, nullableText, record, text } from '../../operations/operation.ts'
import { outlineRows } from '../../render/outline-list.ts'
import { dayOf } from '../../resolve/as-of.ts'
import { today } from '../../util/iso-date.ts'
import { lawAddress } from '../addresses.ts'
import { type Item, paragraphs, sizeOf, tokensOf } from '../answer.ts'
import { endedNote } from '../observed.ts'
import { asOfFacts, daysInputs, lawInput, nextOffset, skipInput } from '../schemas.ts'
import { beginning, counted, listFrom, pathOf, pick, withoutNulls, words } from '../text.ts'
import { defineTool } from '../tool.ts'

/** Maximum share of the contents in an answer; the rest is for the facts of the law. */
const SHARE_OF_CONTENTS = 0.8
const MOST_ALIASES = 10
const LONGEST_NOTE = 600

export const getLaw = defineTool({
  name: 'get_law',
  title: 'Get the contents of a law',
  description:
    'Facts and contents of a law, no wording; to a `depth`, or one `part`. Use it to see where a topic is, then get_norm.',
  operations: ['law'],
  input: z.strictObject({
    code: lawInput,
    depth: law.input.shape.depth.describe(''),
    part: law.input.shape.part.describe('`Buch 2 Abschnitt 8`.'),
    ...daysInputs,
    offset: skipInput,
  }),
  output: record(() => ({
    code: text,
    abbreviation: text,
    title: text,
    aliases: z.array(text),
    jurisdiction: text,
    norm_count: z.int(),
    promulgated_on: nullableText,
    promulgation: text.describe('Place of first publication; empty if unknown.'),
    status_date: nullableText,
    status_notes: z.array(text),
    source: z.object({ html_url: nullableText, fetch_timestamp: nullableText, content_hash: text }),
    part: z.array(text).exactOptional().describe('The headings that lead to the requested part.'),
    depth: z.int().describe('Levels of the contents.'),
    levels: z.int().describe('Levels that there are.'),
    contents: z.array(
      z.object({
        level: z.int(),
        label: text,
        heading: text,
        norm: text.exactOptional().describe('Norm path; absent for a heading.'),
        status: text.exactOptional(),
        norm_count: z.int().exactOptional().describe('Norms under a heading.'),
        first: text.exactOptional().describe('The first and the last of them.'),
        last: text.exactOptional(),
      }),
    ),
    next: nextOffset(),
    address: text,
    ...asOfFacts(),
  })),
  async answer(corpus, { offset, depth, ...input }, tokens) {
    const whole = await law.run(corpus, input)
    const levels = Math.max(0, ...whole.structure.map(({ level }) => level + 1)) + 1
    const shown = depth ?? deepestThatFits(whole, levels, tokens)
    const isOld = dayOf(input) !== undefined
    const ended = isOld ? endedNote(await corpus.states(), await corpus.lawVersions(whole.code)) : ''
    return {
      text: headOf(whole, { depth: shown, levels, ended }),
      facts: { ...factsOf(whole), depth: Math.min(shown, levels), levels },
      list: listFrom(offset, 'contents', itemsOf(whole, shown), 'entries'),
    }
  },
})

type LawAnswer = AnswerOf<typeof law>

/** Largest depth that fits; at least 1. */
function deepestThatFits(whole: LawAnswer, levels: number, tokens: number): number {
  for (let depth = levels; depth > 1; depth--) {
    const size = itemsOf(whole, depth).reduce((sum, item) => sum + sizeOf(item), 0)
    if (tokensOf(' '.repeat(size)) <= tokens * SHARE_OF_CONTENTS) return depth
  }
  return 1
}

function itemsOf(whole: LawAnswer, depth: number): Item[] {
  return outlineRows(outlineOf(whole, { depth })).map(({ code: _code, ...row }) => ({
    text: `${'  '.repeat(row.level)}- ${row.norm === null ? headingLine(row) : normLine(row)}`,
    facts: withoutNulls(row),
  }))
}

type Row = Omit<ReturnType<typeof outlineRows>[number], 'code'>

function headingLine({ label, heading, norm_count, first, last }: Row): string {
  const ends = [first, last].filter((norm, place, all) => norm !== null && all.indexOf(norm) === place)
  return `**${words(label, heading)}** (${counted(norm_count ?? 0, 'norms')}${ends.length > 0 ? `: ${ends.map((norm) => `\`${norm}\``).join(' to ')}` : ''})`
}

function normLine({ label, heading, norm, status }: Row): string {
  const mark = status === null || status === 'in_force' ? '' : `; ${status.replaceAll('_', ' ')}`
  return `${words(label, heading) || 'without designation'} (\`${norm}\`${mark})`
}

function factsOf(whole: LawAnswer) {
  const { part, provenance } = whole
  return {
    ...pick(whole, 'code', 'abbreviation', 'title'),
    aliases: whole.aliases.slice(0, MOST_ALIASES),
    ...pick(whole, 'jurisdiction', 'norm_count', 'promulgated_on'),
    promulgation: publishedIn(whole.promulgation),
    status_date: whole.status_date,
    status_notes: whole.status_notes.map((note) => beginning(note.text, LONGEST_NOTE).text),
    source: pick(provenance, 'html_url', 'fetch_timestamp', 'content_hash'),
    ...(part && { part: part.place.map(({ label, title }) => `${label} ${title}`.trim()) }),
    address: lawAddress(whole.code),
    ...withoutNulls(pick(whole, 'as_of', 'in_force_on', 'newest_state')),
  }
}

function headOf(whole: LawAnswer, { depth, levels, ended }: { depth: number; levels: number; ended: string }): string {
  const { code, title, norm_count, part } = whole
  const facts = factsOf(whole)
  const [source, fetched] = [facts.source.html_url, facts.source.fetch_timestamp]
  const isCut = depth < levels
  return paragraphs([
    `# ${words(title, `(${nameOfLaw(whole)})`)}`,
    [publishedNote(whole), ended, ...stateNotes(whole, today())]
      .filter(Boolean)
      .map((note) => words(note))
      .join(' '),
    [
      `${counted(norm_count, 'norms')} (${pathOf(code, null)}).`,
      facts.promulgation && `Published in ${words(facts.promulgation)}.`,
      ...facts.status_notes.map((note) => `${words(note).replace(/[.;,]$/, '')}.`),
      `Source: ${source ?? 'unknown'}${fetched ? `, fetched ${fetched}` : ''}. Address: ${facts.address}`,
    ]
      .filter(Boolean)
      .join(' '),
    `Contents${part ? ` of ${words(facts.part?.join(', '))}` : ''}${isCut ? `, ${depth} of ${levels} levels; for more, name a \`part\` or a \`depth\`` : ''}:`,
  ])
}
