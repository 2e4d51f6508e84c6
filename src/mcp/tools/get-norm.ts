import * as z from 'zod'
import { nameOfNorm } from '../../citation/designation.ts'
import { stateOfVersion } from '../../layout/notes.ts'
import { quotationOf } from '../../layout/quotation.ts'
import type { Corpus, State } from '../../model/corpus.ts'
import type { Span } from '../../model/subdivisions.ts'
import { placeSubdivisions } from '../../model/subdivisions.ts'
import type { NormAnswer } from '../../operations/norm-answers.ts'
import { type Answered, answerRequest, answersInContext, answersOf } from '../../operations/norm-answers.ts'
import { offsetInput, record, wholeNumber } from '../../operations/operation.ts'
import { footnotesMarkdown, wordingMarkdown } from '../../render/markdown.ts'
import { type NormDocument, normDocument, placeOf } from '../../render/norm-document.ts'
import { addressOf, sourceOf } from '../../render/source-facts.ts'
import { corpusOf, dayOf } from '../../resolve/as-of.ts'
import { designatedRequests, type NormRequest, requestOf, requestsInLaw } from '../../resolve/norm-requests.ts'
import { argumentError } from '../../util/arguments.ts'
import { errorBody, LegalTextError, legalTextError } from '../../util/errors.ts'
import { today } from '../../util/iso-date.ts'
import { normAddress } from '../addresses.ts'
import type { Item } from '../answer.ts'
import { paragraphs, quoted, sizeOf } from '../answer.ts'
import { namedByAddress, namesLaw } from '../named.ts'
import { endedNote, observedSpan } from '../observed.ts'
import { daysInputs, lawOfNormInput, normFacts, normName, requestError } from '../schemas.ts'
import { counted, pick, words } from '../text.ts'
import { defineTool, errorResult } from '../tool.ts'

const MOST_NORMS = 50
const MOST_CONTEXT = 20

export const getNorm = defineTool({
  name: 'get_norm',
  title: 'Get norms',
  description:
    'The exact wording of norms: one, several, a range or a part (`§§ 433-435 BGB`, `§ 433 Abs. 1 BGB`). Use it before you quote.',
  operations: ['norm', 'norms', 'namedNorm', 'namedNorms', 'designations'],
  input: z.strictObject({
    norm: z
      .union([normName, z.array(normName).min(1).max(MOST_NORMS)], {
        error: `must be a designation, or 1 to ${MOST_NORMS} of them`,
      })
      .describe(''),
    code: lawOfNormInput,
    context: wholeNumber(0, MOST_CONTEXT).default(0).describe('Norms around.'),
    ...daysInputs,
    offset: offsetInput().describe(''),
    from_character: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).describe(''),
  }),
  output: record(() => ({
    norms: z.array(z.union([normFacts(), requestError()])),
    count: z.int().describe('Number of norms that were asked for.'),
    next: z
      .object({ offset: z.int(), from_character: z.int() })
      .nullable()
      .describe('What to add to the same call for what was left out; null if nothing was.'),
  })),
  async answer(corpus, { norm, code, context, as_of, in_force_on, offset, from_character }) {
    const days = { as_of, in_force_on }
    const view = await corpusOf(corpus, days)
    const requests: NormRequest[] = []
    for (const text of [norm].flat()) requests.push(...(await requestsOf(view, text, code)))
    const [only] = requests
    const answers =
      context > 0
        ? await listed(answersInContext(view, requests, context, days))
        : only !== undefined && requests.length === 1
          ? // Its error fails the call.
            [{ request: only.request, answer: await answerRequest(view, only, days) }]
          : undefined
    if (answers?.every(({ answer }) => answer instanceof LegalTextError)) throw answers[0]?.answer
    const count = answers?.length ?? requests.length
    if (offset > 0 && offset >= count) throw argumentError('offset', `there are only ${counted(count, 'norms')}`)
    const rest = answers?.slice(offset) ?? answersOf(view, requests.slice(offset), days)
    return {
      text: '',
      facts: { count },
      list: {
        name: 'norms',
        items: itemsOf(rest, from_character, await surroundingsIn(corpus, dayOf(days))),
        ending(shown, isCut) {
          const next = nextOf(shown, isCut, offset, count)
          return { facts: { next }, text: next === null ? '' : advice(shown, next, offset, count) }
        },
      },
    }
  },
})

async function listed(answers: AsyncIterable<Answered>): Promise<Answered[]> {
  const all: Answered[] = []
  for await (const answered of answers) all.push(answered)
  return all
}

/** The norms named in one text. An error is an answer of its own. */
async function requestsOf(corpus: Corpus, text: string, code: string | undefined): Promise<NormRequest[]> {
  try {
    const addressed = namedByAddress(text)
    if (addressed !== undefined) return requestsInLaw(corpus, addressed.code, addressed.norm, text)
    const isOfLaw = code !== undefined && !namesLaw(text)
    return isOfLaw ? await requestsInLaw(corpus, code, text) : await designatedRequests(corpus, text)
  } catch (error) {
    return [requestOf(text, legalTextError(error))]
  }
}

async function* itemsOf(
  answers: Iterable<Answered> | AsyncIterable<Answered>,
  fromCharacter: number,
  surroundings: (code: string) => Promise<NormSurroundings>,
): AsyncGenerator<Item> {
  let skipped = fromCharacter
  for await (const { request, answer } of answers) {
    if (answer instanceof LegalTextError) yield errorItem(request, answer)
    else yield normItem(answer, await surroundings(answer.code), skipped)
    skipped = 0
  }
}

/** Remarks on the norms of each law, computed once. @param asOf the day, if one was named */
async function surroundingsIn(corpus: Corpus, asOf: string | undefined) {
  const states = await corpus.states()
  const known = new Map<string, NormSurroundings>()
  return async (code: string): Promise<NormSurroundings> => {
    const found = known.get(code)
    if (found !== undefined) return found
    const ended = asOf === undefined ? '' : endedNote(states, await corpus.lawVersions(code))
    const surroundings = { states, notes: [ended].filter(Boolean) }
    known.set(code, surroundings)
    return surroundings
  }
}

function errorItem(request: string, error: LegalTextError): Item {
  const [content] = errorResult(error).content
  return {
    text: content?.type === 'text' ? `## ${request}\n\n${content.text}` : '',
    facts: { request, ...errorBody(error) },
  }
}

interface Next {
  offset: number
  from_character: number
}

function nextOf(shown: readonly Item[], isCut: boolean, offset: number, count: number): Next | null {
  const last = shown.at(-1)?.facts as Partial<NormItem['facts']> | undefined
  if (last?.left_out !== undefined) {
    const from_character = (last.offset ?? 0) + (last.text?.length ?? 0)
    return { offset: offset + shown.length - 1, from_character }
  }
  return isCut || offset + shown.length < count ? { offset: offset + shown.length, from_character: 0 } : null
}

function advice(shown: readonly Item[], next: Next, offset: number, count: number): string {
  const place = `\`offset\` ${next.offset}${next.from_character > 0 ? ` and \`from_character\` ${next.from_character}` : ''}`
  const what = next.from_character > 0 ? 'The wording goes on' : `${offset + shown.length} of ${count} norms shown`
  const part = next.from_character > 0 ? ', or name a part of the norm' : ''
  return `${what}. To go on, repeat the call with ${place}${part}.`
}

type NormFacts = z.output<ReturnType<typeof normFacts>>

interface NormItem extends Item {
  facts: NormFacts
}

/** Share of the room for the first attempt to shorten a text, which is in the answer twice. */
const FIRST_SHARE = 0.45
const SHRINKING = 0.9

/** Context of a norm in an answer. */
interface NormSurroundings {
  /** The states of the corpus. */
  states: readonly State[]
  /** Sentences on its law. */
  notes: readonly string[]
}

/**
 * @param answer of the operation `norm`
 * @param offset number of characters (UTF-16 code units) of its wording to skip
 * @throws LegalTextError `invalid_input` for an offset after the end
 */
function normItem(answer: NormAnswer, surroundings: NormSurroundings, offset = 0): NormItem {
  const { length } = shownText(answer)
  if (offset > 0 && offset >= length)
    throw argumentError('from_character', `the wording of ${answer.code} ${answer.norm} has ${length} characters`)
  const part = (end: number) => partItem(answer, surroundings, { start: offset, end })
  return {
    ...part(length),
    shortened(room) {
      for (let taken = Math.floor(room * FIRST_SHARE); ; taken = Math.floor(taken * SHRINKING)) {
        const item = part(endOfPart(shownText(answer), offset, taken))
        if (sizeOf(item) <= room || taken < SHORTEST) return item
      }
    },
  }
}

/** Minimum length of a part, in characters. */
const SHORTEST = 200

const shownText = ({ text, selection }: NormAnswer) => selection?.text ?? text

/** The end of a part of at most `taken` characters: after a line, else after a word. */
function endOfPart(text: string, start: number, taken: number): number {
  const end = start + Math.max(taken, 1)
  if (end >= text.length) return text.length
  for (const sign of ['\n', ' ']) {
    const place = text.lastIndexOf(sign, end)
    if (place > start + taken / 2) return place + 1
  }
  return end
}

/** A part of the shown text of a norm. */
function partItem(answer: NormAnswer, { states, notes: ofLaw }: NormSurroundings, { start, end }: Span): NormItem {
  const shown = shownText(answer)
  const isWhole = start === 0 && end === shown.length
  const whole = normDocument(answer, today())
  const part = shown.slice(start, end)
  const path = answer.selection?.path ?? ''
  const document = isWhole ? whole : normDocument({ ...answer, selection: { path: `${path}#`, text: part } })
  // Footnotes only with the first part.
  const footnotes = start === 0 ? whole.footnotes : []
  const notes = [
    ...whole.notes,
    ...ofLaw,
    ...notesOn(answer),
    ...(isWhole
      ? []
      : [`Characters ${start + 1} to ${end} of the ${shown.length} of this wording${placeOfPart(answer, start)}.`]),
  ]
  const facts = {
    ...factsOf(answer),
    text: part,
    footnotes: footnotes.join('\n'),
    notes,
    ...(start > 0 && { offset: start }),
    ...(end < shown.length && { left_out: shown.length - end }),
  }
  return { facts, text: textOf(answer, { ...document, notes, footnotes }, states) }
}

/** Notes on where to find older and further texts. */
function notesOn({ status, version, text, norm, next, as_of }: NormAnswer): string[] {
  const isOlder = version !== undefined && version.observed_to !== null
  return [
    status === 'repealed' && version !== undefined ? 'norm_history lists the wordings that it had.' : '',
    text === '' && next?.startsWith(`${norm}/`) ? `Its text is in the norms within it; the first is ${next}.` : '',
    as_of !== undefined && isOlder ? 'The page of the source has the text of today.' : '',
  ].filter(Boolean)
}

/** The innermost subdivision in which a part begins. */
function placeOfPart({ label, norm, text, subdivisions, selection }: NormAnswer, start: number): string {
  if (start === 0) return ''
  const placed = placeSubdivisions(text, subdivisions)
  const at = start + (placed.find(({ path }) => path === selection?.path)?.start ?? 0)
  const around = placed.filter((part) => part.start <= at && at < part.end)
  const innermost = around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0]
  return innermost === undefined ? '' : `; it begins within ${nameOfNorm({ norm, label }, innermost.path)}`
}

function factsOf(answer: NormAnswer): Omit<NormFacts, 'text' | 'notes' | 'footnotes'> {
  const { selection, in_force_from, in_force_to, structure, attachments, version, provenance } = answer
  const days = pick(answer, 'as_of', 'in_force_on', 'newest_state')
  return {
    ...pick(answer, 'code', 'abbreviation', 'cite_as', 'title', 'norm'),
    ...(selection && { subdivision: selection.path }),
    ...pick(answer, 'label', 'heading', 'status'),
    ...(in_force_from !== null && { in_force_from }),
    ...(in_force_to !== null && { in_force_to }),
    structure: structure.map((each) => `${each.label} ${each.title}`.trim()),
    attachments: attachments.map(({ name, description }) => (description ? `${name}: ${description}` : name)),
    ...(version !== undefined && { version }),
    ...pick(answer, 'previous', 'next'),
    cited_by: answer.citation_counts.cited_by.total,
    address: addressOfNorm(answer),
    source: {
      html_url: provenance.html_url,
      ...pick(answer, 'status_date', 'documented_to'),
      ...pick(provenance, 'fetch_timestamp', 'content_hash'),
    },
    ...days,
  }
}

const pathOf = ({ norm, selection }: NormAnswer) => (selection ? `${norm}/${selection.path}` : norm)

/** The address of the wording; with the day for an older one. */
function addressOfNorm(answer: NormAnswer): string {
  const { code, version, as_of, in_force_on } = answer
  const isOlder = version !== undefined && version.observed_to !== null
  const days =
    in_force_on !== undefined
      ? { in_force_on, ...(as_of !== undefined && { as_of }) }
      : isOlder && as_of !== undefined
        ? { as_of }
        : {}
  return normAddress(code, pathOf(answer), days)
}

function textOf(answer: NormAnswer, document: NormDocument, states: readonly State[]): string {
  const name = [document.label || answer.norm, document.law.abbreviation, document.heading].filter(Boolean).join(' ')
  const footnotes = footnotesMarkdown(document)
  const wording = wordingMarkdown(document).join('\n\n')
  const published =
    answer.version === undefined
      ? ''
      : ` ${stateOfVersion(answer.version) === 'valid' ? 'Valid' : 'Published'} ${observedSpan(answer.version, states)}.`
  return paragraphs([
    `## ${words(name)}`,
    placeOf(document)
      .map((place) => words(place))
      .join(' › '),
    document.published && `**${document.published}**`,
    ...document.notes.map((note) => `*${words(note)}*`),
    wording === '' ? '' : quoted(wording),
    footnotes.length > 0 ? `Footnotes:\n\n${quoted(footnotes.join('\n'))}` : '',
    `Cite as: ${quotationOf(answer)
      .source.map((line) => words(line))
      .join(' ')}`,
    `Source: ${addressOf(document)} (${sourceOf(document)}).${published} Address: ${addressOfNorm(answer)}`,
  ])
}
