/** A law: its facts, its table of contents, and the notes of the source. */
import { nameOfLaw } from '../../../citation/laws/customary-names.ts'
import { formatNumber } from '../../../i18n/readable.ts'
import { t } from '../../../i18n/texts.ts'
import {
  type AsOf,
  effectMark,
  isNewest,
  noteType,
  publishedIn,
  publishedNote,
  spanWords,
  uncertainMark,
} from '../../../layout/notes.ts'
import { stateNotes } from '../../../layout/state-notes.ts'
import {
  buildToc,
  isHeading,
  rangeOfExtent,
  type TocEntry,
  type TocHeading,
} from '../../../layout/table-of-contents.ts'
import type {
  Corpus,
  Law,
  NormStatus,
  NormSummary,
  PartialOutline,
  PartOfLaw,
  StructureElement,
} from '../../../model/corpus.ts'
import type { AnswerInParts } from '../../../operations/operation.ts'
import { lawHead, normsOfLaw } from '../../../render/law-document.ts'
import { addressOf, sourceFacts, sourceOf } from '../../../render/source-facts.ts'
import { ownTexts } from '../../../resolve/law-part.ts'
import { today } from '../../../util/iso-date.ts'
import { type Field, fieldLines } from '../fields.ts'
import { sanitize } from '../sanitize.ts'
import { linked, proseScreen, type Screen, styled } from '../screen.ts'
import { displayWidth, padEnd } from '../width.ts'
import { wrapText } from '../wrap.ts'
import { contentLines, normTitleLines, sanitizeDocument } from './norm-page.ts'
import { shellWord } from './paging.ts'
import { publishedLines } from './published.ts'

/**
 * Draws a law. The notes, which can be long, come last; a partial outline omits them.
 * @param day ISO date of today
 */
export function lawPage(law: PartialOutline & AsOf, screen: Screen, day = today()): string {
  const contents = contentsTree(law, screen)
  return [
    ...wrapText(law.title, screen.width).map((line) => styled(screen, 'heading', line)),
    ...publishedLines(publishedNote(law), isNewest(law) ? null : `legal-text history ${law.code}`, screen),
    ...stateNotes(law, day).flatMap((note) => wrapText(styled(screen, 'quiet', note), screen.width)),
    '',
    ...fieldLines(screen, law.part ? partFields(law, law.part) : lawFields(law)),
    ...(contents.length === 0 ? [] : ['', ...contents]),
    ...notesOf(law, screen),
  ].join('\n')
}

function notesOf({ notes, depth, part }: PartialOutline, screen: Screen): string[] {
  if (notes === '' || depth !== undefined || part !== undefined) return []
  return ['', styled(screen, 'quiet', t`Notes`), ...wrapText(notes, screen.width, '  ')]
}

function lawFields(law: PartialOutline): Field[] {
  const names = law.aliases.filter((alias) => alias !== law.title && alias !== nameOfLaw(law))
  const facts = sourceFacts(law, '')
  return [
    [t`Code`, law.code],
    [t`Abbreviation`, nameOfLaw(law)],
    [t`Also`, names.join(', ')],
    [t`Dated`, law.promulgated_on],
    [t`Published`, publishedIn(law.promulgation)],
    [t`In force`, spanWords(law)],
    [t`Amended up to`, law.status_date ?? t`not dated by the source`],
    [t`Documented up to`, law.documented_to === law.status_date ? null : law.documented_to],
    ...law.status_notes.map(({ type, text }): Field => [noteType(type), text]),
    [t`Jurisdiction`, law.jurisdiction],
    [t`Text`, facts.act],
    [t`Source`, addressOf(facts)],
    [t`Fetched`, facts.fetched],
    [t`Version`, facts.version],
    [t`Norms`, law.depth === undefined ? counts(law) : formatNumber(law.norm_count)],
    ...commandFields(law),
  ]
}

function partFields(law: PartialOutline, { place, extent }: PartOfLaw): Field[] {
  const titles = place.map(({ label, title }) => [label, title].filter(Boolean).join(' '))
  const range = rangeOfExtent(extent)
  return [
    [t`Code`, law.code],
    [t`Part`, [titles.join(' › '), range && `(${range})`].filter(Boolean).join(' ')],
    [t`Amended up to`, law.status_date ?? t`not dated by the source`],
    [t`Source`, addressOf(sourceFacts(law, ''))],
    [t`Norms`, t`${formatNumber(extent.norm_count)} of ${formatNumber(law.norm_count)}`],
    ...commandFields(law),
  ]
}

/** Number of norms from which a law shows how to list less. */
const LONG = 100

function commandFields(law: PartialOutline): Field[] {
  const { code, norms, structure, depth, part } = law
  const isLong = norms.length > LONG && depth === undefined && structure.length > 0
  const opened = structure.find((heading) => {
    const { start, end, extent } = heading
    return extent !== undefined && extent.norm_count > end - start + ownTexts(norms, heading)
  })
  const named = (place: readonly StructureElement[]) => place.map(({ label, title }) => label || title).join(' ')
  const command = `legal-text law ${code}`
  return [
    [t`To read one`, opened ? null : exampleCommand(law)],
    [t`To list less`, isLong ? `${command}${part ? ` --part ${shellWord(named(part.place))}` : ''} --depth 1` : null],
    [t`To open a part`, opened ? `${command} --part ${shellWord(named([...(part?.place ?? []), opened]))}` : null],
  ]
}

function counts({ norms, norm_count }: PartialOutline): string {
  const count = (wanted: NormStatus) => norms.filter(({ status }) => status === wanted).length
  const [repealed, later] = [count('repealed'), count('not_yet_in_force')]
  const some = [
    repealed > 0 ? t`${formatNumber(repealed)} of them repealed` : '',
    later === 0
      ? ''
      : repealed > 0
        ? t`${formatNumber(later)} not yet in force`
        : t`${formatNumber(later)} of them not yet in force`,
  ]
  return [formatNumber(norm_count), ...some].filter(Boolean).join(', ')
}

/** The command for the first norm with a number, else for the first one; `null` without norms. */
function exampleCommand({ code, norms }: PartialOutline): string | null {
  const unique = uniqueDesignations(norms)
  const norm = norms.find(({ norm, label }) => unique.has(norm) && /\d/.test(label)) ?? norms[0]
  if (norm === undefined) return null
  return `legal-text norm ${code} ${unique.has(norm.norm) ? `"${norm.label}"` : norm.norm}`
}

/**
 * Draws a law, a norm at a time.
 * @param corpus as of the day of the answer
 * @param answer of the operation `norms`, in parts
 */
export async function* lawWording(
  corpus: Corpus,
  { head, parts, structure }: AnswerInParts,
  screen: Screen,
): AsyncGenerator<string> {
  const prose = proseScreen(screen)
  const bold = (text: string) => wrapText(styled(screen, 'heading', text), prose.width)
  const asOf = head as AsOf
  const law = await corpus.law(String(head.code))
  if (law === undefined) throw new Error(`the corpus has no law ${head.code}`)
  const facts = sanitize(lawHead(law, asOf, today()))
  const address = addressOf(facts)
  const fields = fieldLines(prose, [
    [t`Code`, law.code],
    [t`Published`, facts.promulgation],
    [t`Status`, sourceOf(facts)],
    [t`Source`, linked(screen, address, address, 'source')],
  ])
  const published = publishedLines(facts.published, null, prose)
  const notes = facts.notes.flatMap((note) => wrapText(styled(screen, 'quiet', note), prose.width))
  yield `${[...bold(facts.title), ...published, ...notes, '', ...fields].join('\n')}\n`
  for await (const { headings, norm } of normsOfLaw(structure ?? law.structure, parts, today())) {
    const lines = headings.flatMap(({ text }) => [...bold(sanitize(text)), ''])
    if (norm !== null) {
      const document = sanitizeDocument(norm)
      lines.push(...normTitleLines(document, prose), '', ...(await contentLines(corpus, document, screen)))
    }
    yield `\n${lines.join('\n').trimEnd()}\n`
  }
}

interface Drawing {
  screen: Screen
  /** Paths of the norms with a unique designation; the others are listed with their paths. */
  unique: ReadonlySet<string>
}

/** The guides before an entry, one column per character: on its first line, and on the others. */
interface Guides {
  first: string
  rest: string
}

/** An item of the tree. Consecutive norms with only a short designation form one item. */
type Item = TocHeading | NormSummary | NormSummary[]

const GUIDE = 3
const GAP = '  '
/** Maximum width of the column of designations. */
const WIDEST_DESIGNATION = 14
/** Maximum width of designations in a shared row; longer ones get their own line. */
const WIDEST_IN_ROW = 16

/** Draws the contents. The outermost entries are at the left edge; guides lead to the entries below them. */
export function contentsTree(law: Pick<Law, 'norms' | 'structure'>, screen: Screen): string[] {
  return listLines({ screen, unique: uniqueDesignations(law.norms) }, buildToc(law).entries, undefined)
}

/** @param base start of every line of the list; `undefined` for the outermost, which has no guides */
function listLines(drawing: Drawing, entries: readonly TocEntry[], base: string | undefined): string[] {
  const items = itemsOf(drawing, entries)
  const columns = columnsOf(drawing, items)
  return items.flatMap((item, index) => {
    const guides = guidesOf(base, index === items.length - 1)
    if (isNorm(item)) return normLines(drawing, item, guides, columns[index] ?? 0)
    if (Array.isArray(item)) return rowLines(drawing, item, guides)
    // Guides take at most half of the screen; deeper entries are not indented further.
    const innerBase = guides.rest.length + GUIDE <= drawing.screen.width / 2 ? guides.rest : (base ?? '')
    const inner = listLines(drawing, contentsOf(drawing, item), innerBase)
    return [...headingLines(drawing, item, guides), ...inner]
  })
}

/** Width of the column of designations for each item: the same for all norms between two headings. */
function columnsOf(drawing: Drawing, items: readonly Item[]): number[] {
  const columns: number[] = []
  let column = 0
  let start = 0
  for (const [index, item] of [...items, undefined].entries()) {
    if (item === undefined || (!isNorm(item) && !Array.isArray(item))) {
      columns.fill(column, start)
      start = index + 1
      column = 0
    } else if (isNorm(item)) {
      const width = displayWidth(designationOf(drawing, item))
      if (width <= WIDEST_DESIGNATION) column = Math.max(column, width)
    }
    columns.push(0)
  }
  return columns
}

const isNorm = (item: Item): item is NormSummary => 'status' in item

function itemsOf({ unique }: Drawing, entries: readonly TocEntry[]): Item[] {
  const isShort = ({ norm, label, heading, status, uncertain }: NormSummary) =>
    heading === '' &&
    status === 'in_force' &&
    uncertain === undefined &&
    unique.has(norm) &&
    displayWidth(label) <= WIDEST_IN_ROW
  const items: Item[] = []
  for (const entry of entries) {
    const row = items.at(-1)
    if (isHeading(entry) || !isShort(entry)) items.push(entry)
    else if (Array.isArray(row)) row.push(entry)
    else items.push([entry])
  }
  return items
}

/** The entries under a heading, beginning with its own text unless the designation of the heading leads to it. */
function contentsOf({ unique }: Drawing, { norm, entries }: TocHeading): TocEntry[] {
  if (norm === null || unique.has(norm.norm)) return entries
  return [{ ...norm, label: '', heading: t`(the text of this heading itself)` }, ...entries]
}

function guidesOf(base: string | undefined, isLast: boolean): Guides {
  if (base === undefined) return { first: '', rest: '' }
  return isLast ? { first: `${base}└─ `, rest: `${base}   ` } : { first: `${base}├─ `, rest: `${base}│  ` }
}

function headingLines({ screen }: Drawing, { heading, norm, range, entries }: TocHeading, guides: Guides): string[] {
  const words = [heading.label, heading.title].filter(Boolean).join(' ') || '-'
  const place = range && `(${unbroken(range)})`
  const text = [words, place, norm === null ? '' : statusNote(norm, words)].filter(Boolean).join(' ')
  const hanging = entries.length > 0 ? '│  ' : ' '.repeat(GUIDE)
  const lines = wrapText(text, screen.width - guides.rest.length - GUIDE).map((line) => {
    const isPlace = place !== '' && line.endsWith(place)
    const title = isPlace ? line.slice(0, -place.length) : line
    return styled(screen, 'heading', broken(title)) + (isPlace ? styled(screen, 'quiet', broken(place)) : '')
  })
  return afterGuides(screen, lines, { ...guides, rest: guides.rest + hanging })
}

function normLines(drawing: Drawing, norm: NormSummary, guides: Guides, column: number): string[] {
  const { screen, unique } = drawing
  const room = screen.width - guides.rest.length
  const designation = designationOf(drawing, norm)
  const heading = norm.heading || (norm.label === '' ? t`(text without designation)` : '')
  const words = [heading, statusNote(norm, heading)].filter(Boolean).join(' ')
  const lead = padEnd(designation, column) + GAP
  const isOneLine = displayWidth(lead) <= room / 2
  const lines = isOneLine
    ? wrapText(words, room, lead, ' '.repeat(displayWidth(lead)))
    : [...wrapText(designation, room), ...(words === '' ? [] : wrapText(words, room, GAP))]
  if (norm.status === 'repealed') {
    return afterGuides(
      screen,
      lines.map((line) => styled(screen, 'repealed', line)),
      guides,
    )
  }
  const [first = '', ...rest] = lines
  const path = unique.has(norm.norm) || !first.startsWith(norm.norm) ? '' : norm.norm
  return afterGuides(screen, [styled(screen, 'path', path) + first.slice(path.length), ...rest], guides)
}

function rowLines({ screen }: Drawing, norms: NormSummary[], guides: Guides): string[] {
  const labels = norms.map(({ label }) => unbroken(label)).join(', ')
  const lines = wrapText(labels, screen.width - guides.rest.length)
  return afterGuides(screen, lines.map(broken), guides)
}

/** The designation, after the path unless the designation is unique. */
const designationOf = ({ unique }: Drawing, { norm, label }: NormSummary) =>
  unique.has(norm) ? label : [norm, label].filter(Boolean).join(' ')

/** Notes on a norm that is not in force (if repealed, only unless its heading says so), and on an unknown wording. */
function statusNote(norm: NormSummary, heading: string): string {
  const isSaid = norm.status !== 'repealed' || /weggefallen|aufgehoben|gegenstandslos/i.test(heading)
  const notes = [isSaid ? effectMark(norm) : 'repealed', uncertainMark(norm)].filter(Boolean)
  return notes.length === 0 ? '' : `(${notes.join('; ')})`
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
const broken = (text: string) => text.replaceAll('\u00a0', ' ')

const afterGuides = (screen: Screen, lines: string[], { first, rest }: Guides) =>
  lines.map((line, index) => styled(screen, 'quiet', index === 0 ? first : rest) + line)

/** Paths of one element, except texts without designation; and sections of articles. */
const SIMPLE = /^(?!text:)[^/]+(?:\/seq:\d+)?$/
const SECTION_OF_ARTICLE = /^Art \S+ § \S+$/

/** The paths of the norms that their designation can name: it is unique in the law, and parses to that path. All others need their path. */
export function uniqueDesignations(norms: readonly NormSummary[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { label } of norms) counts.set(folded(label), (counts.get(folded(label)) ?? 0) + 1)
  const unique = norms.filter(({ norm, label }) => {
    const isRead = SIMPLE.test(norm) || SECTION_OF_ARTICLE.test(label)
    return label !== '' && isRead && counts.get(folded(label)) === 1
  })
  return new Set(unique.map(({ norm }) => norm))
}

const folded = (label: string) => label.toLowerCase().replace(/[\s.]+/g, '')
