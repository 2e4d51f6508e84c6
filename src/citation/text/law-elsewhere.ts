/**
 * Designations whose law is named elsewhere: before them (`Article 6 thereof`, `§ 5 desselben Gesetzes`, `Die ZPO regelt in § 253`),
 * at the head of their line, list or table, or for the whole text (`Paragraphen ohne Gesetzesangabe sind solche des BGB`).
 */

import { firstIndex } from '../../util/binary-search.ts'
import { cached } from '../../util/cached.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { type NameCandidate, nameOf } from '../laws/chunks.ts'
import { readEnglishName } from '../laws/english-names.ts'
import { ARTICLES, endsLikeLawName, looksLikeAbbreviation, looksLikeLaw } from '../laws/law-form.ts'
import { readUnionAct } from '../laws/union-act.ts'
import { readActNumber } from '../union/act-name.ts'
import { LEXICONS } from '../union/lexicon.ts'
import type { FoundDesignation } from './found-designation.ts'
import { namesAfter } from './name-candidates.ts'

/** A plain noun for a law, in the genitive. */
const NOUN =
  '(?:Gesetz(?:es|buche?s)|Verordnung|Ordnung|Richtlinie|Übereinkommens|Abkommens|Protokolls|Konvention|Statuts)'
/** After a designation. `des Gesetzes` alone means that law only if no other was named. */
const SAME = new RegExp(
  String.raw`^,?\s(?:(?<sole>des|der)|derselben|desselben|diese[rs]|jene[rs]|de[rs]\s(?:(?:eben|zuvor|oben)\s)?(?:gleichen|(?:vor|letzt|oben)?genannten|vorbezeichneten|zitierten))\s(?<noun>${NOUN})(?![\p{L}-])(?!\s(?:über|zur|zum|vom|gegen|für|betreffend|des|der|Nr)(?!\p{L}))`,
  'u',
)
const LONGEST_SAME = 80
const IS_NOUN = new RegExp(`^${NOUN}$`)
/** Maximum number of tokens before a designation among which its law may be named; in its sentence; to the beginning of its line; of a name. */
const LONGEST_BEFORE = 200
const LONGEST_SENTENCE = 40
const LONGEST_LINE = 60
const LONGEST_NAME = 14
/** Maximum number of mentions of laws to which a designation may refer back. */
const MOST_MENTIONS = 12

/** Words after which a law speaks of another, or is not the speaker: `Das BGB gilt, soweit in § 5`, `als das HGB in § 7`. */
const NOT_SAID =
  /,\s(?:soweit|sofern|wenn|falls|da(?:ss|ß)|wie|was|obwohl|während|weil|da|ob|d(?:ie|er|as|em|en)|welche[rs]?|if|that|which|unless)\s|[.;:!?]\s/u
const PASSIVE =
  /(?<!\p{L})(?:w[iu]rde?n?|werden|worden|sind|ist|war(?:en)?|gilt|gelten|fände?n?|findet|finden|is|are|was|applies)(?!\p{L})/u
const IN_LAW = /^(?:im|in|nach|laut|gemäß|beim|aus|under)$/
const DETERMINERS = /^(?:den|dem|seine[mnr]|ihre[mnr]|dessen|deren|the|its)$/
const ASIDES = /^(?:insbesondere|insb|namentlich|nämlich|dort|hier|etwa|konkret|namely|especially)$/

/** `Paragraphen ohne Gesetzesangabe sind solche des BGB`, `Alle §§ beziehen sich, soweit nicht anders angegeben, auf das HGB` */
const DECLARED =
  /(?<subject>§§(?=\s\p{L})|Paragra(?:ph|f)\p{L}*|Artikel(?=\s\p{L})|Vorschriften|Normen|Sections?(?=\s\p{L}))[^.\n§]{0,120}?\s(?:(?:solche|die|diejenigen|jene|those)(?=\s(?:des|der|of)\s)|(?:auf|meinen|betreffen|bezeichnen|to)(?=\s(?:das|die|den|the)\s)|(?:sind|are)(?=\s(?:des|der|of)\s))/giu
const UNNAMED =
  /ohne|nicht (?:anders|näher|eigens|gesondert|anderweitig)|unless|without|otherwise|not (?:further|other)/i

/** The names of a law in one mention, longest first. */
type Mention = readonly NameCandidate[]

/**
 * Gives each designation without a law the candidates for the name of its law. One that only refers to a previous law is
 * dropped without candidates if German laws are not cited so.
 * @param found in order
 */
export function withLawElsewhere(tokens: Tokens, found: readonly FoundDesignation[]): FoundDesignation[] {
  const reader = new LawReader(tokens, found)
  return found.flatMap((designation, index) => {
    const read = reader.read(designation, index)
    return read === undefined ? [] : [read]
  })
}

/** True if the words beside a designation look like a law; any capitalised word may be a law's name. */
const isNamed = ({ namesAfter, namesBefore, abbreviation }: FoundDesignation) =>
  abbreviation !== undefined || [...namesAfter, ...namesBefore].some(({ text }) => isLikeLaw(text))

function isLikeLaw(name: string): boolean {
  const ends = [name.split(' ', 1)[0] ?? '', name.slice(name.lastIndexOf(' ') + 1)]
  return ends.some(looksLikeAbbreviation) || (ends.some(endsLikeLawName) && !IS_NOUN.test(name))
}

class LawReader {
  readonly #tokens: Tokens
  /** True for each designation that takes the law of a later one. */
  readonly #isLinked: boolean[] = []
  readonly #mentions = new Map<number, Mention>()
  readonly #headings: Headings
  readonly #ofTable: (position: number) => Mention | undefined
  readonly #declared: { names: Mention; kind: string | undefined } | undefined
  /** The law that the sentence, line or list names for designations up to here. */
  #current: { names: Mention; end: number; isLine: boolean } | undefined

  constructor(tokens: Tokens, found: readonly FoundDesignation[]) {
    this.#tokens = tokens
    for (const [index, { linkedToNext }] of [...found.entries()].reverse()) {
      const next = found[index + 1]
      this.#isLinked[index] =
        linkedToNext && next !== undefined && (isNamed(next) || this.#isLinked[index + 1] === true)
    }
    const unnamed = found.filter((each) => !isNamed(each))
    this.#headings = headingsOf(tokens, unnamed)
    this.#ofTable = tableLaws(tokens, (first, next) => this.#nameOfAll(first, next))
    this.#declared = this.#readDeclared()
  }

  read(designation: FoundDesignation, index: number): FoundDesignation | undefined {
    const { start, end, ofSameLaw, abbreviation, namesAfter, weak } = designation
    const same = abbreviation === undefined ? SAME.exec(this.#tokens.text.slice(end, end + LONGEST_SAME)) : null
    if (same !== null || ofSameLaw !== undefined) {
      const named = same === null ? undefined : nameInBrackets(this.#tokens, end + same[0].length)
      if (named !== undefined) return { ...designation, namesAfter: [named], linkedToNext: false }
      const mentions = this.#headings.some && same !== null ? [] : this.#before(start)
      if (mentions.length === 0) return ofSameLaw === undefined ? designation : undefined
      const place = { start: end, end: end + (same?.[0].length ?? 0) }
      const { noun = ofSameLaw ?? '', sole } = same?.groups ?? {}
      const isSole = sole !== undefined || NEXT_ITEM.test(this.#tokens.text.slice(mentions[0]?.[0]?.end, start))
      return { ...designation, linkedToNext: false, refersTo: { mentions, noun, isSole, place } }
    }
    const isSettled = isNamed(designation) || this.#isLinked[index]
    const said = isSettled ? undefined : this.#inSentence(designation)
    const names = said ?? (isSettled ? undefined : (this.#ofLine(start) ?? this.#ofTable(start)))
    this.#current = names && { names, end, isLine: said === undefined }
    if (isSettled) return designation
    if (names === undefined && this.#headings.has(designation)) return { ...designation, namesAfter: [], weak: true }
    const kind = designation.norms[0]?.readings[0]?.[0]?.kind
    const declared = weak || (this.#declared?.kind ?? kind) !== kind ? undefined : this.#declared?.names
    const elsewhere = (names ?? declared ?? []).map(({ text }) => ({ text, start: end, end }))
    return { ...designation, namesAfter: [...namesAfter, ...elsewhere], ...(names && { linkedToNext: false }) }
  }

  /** The laws and acts mentioned before an offset, the last first, back to a heading. */
  #before(position: number): Mention[] {
    const mentions: Mention[] = []
    const end = this.#tokens.at(position)
    for (let at = end - 1; at >= Math.max(0, end - LONGEST_BEFORE) && mentions.length < MOST_MENTIONS; at--) {
      const mention = this.#mentionAt(at)
      const [last, name] = [mentions.at(-1)?.[0], mention[0]]
      if (name !== undefined && name.start < (last?.start ?? position)) {
        if (name.end === last?.end) mentions.pop()
        mentions.push(mention)
      }
      if (this.#headings.startsAt(at)) break
    }
    return mentions
  }

  /** The names of the law or act mentioned at a token, with its article. */
  #mentionAt(index: number): Mention {
    return cached(this.#mentions, index, () => readMention(this.#tokens, index))
  }

  /** The names of a law that end before a token. */
  #mentionBefore(next: number): Mention | undefined {
    for (let at = next - 1; at > next - LONGEST_NAME && this.#tokens.gap(at + 1) < Gap.Line; at--) {
      const names = this.#mentionAt(at).filter(({ end }) => this.#tokens.at(end) === next)
      if (names.length > 0) return isComparison(this.#tokens, at) ? undefined : names
    }
    return undefined
  }

  /** The law that the sentence names before `in § 5`, or directly before `(§ 5)`, `: § 5` and `, insbesondere § 5`. */
  #inSentence({ start, weak }: FoundDesignation): Mention | undefined {
    const tokens = this.#tokens
    const first = tokens.at(start)
    const lead = DETERMINERS.test(tokens.word(first - 1)) ? first - 2 : first - 1
    if (ASIDES.test(tokens.word(lead)) && tokens.is(lead - 1, ',')) return this.#mentionBefore(lead - 1)
    // `BGB, section 433`
    const isAfterComma = weak && tokens.is(lead, ',') && tokens.kind(first) === TokenKind.Word
    if (tokens.is(lead, '(') || isAfterComma) return this.#mentionBefore(lead)
    if (tokens.word(lead) !== 'in') return undefined
    const { names: current, end = start } = this.#current ?? {}
    const isSame = !/[.;:!?\ufffc]\s|\n\n/u.test(tokens.text.slice(end, start))
    if (current !== undefined && isSame && !this.#isMentioned(tokens.at(end), lead)) return current
    for (let at = lead - 1; at >= Math.max(0, lead - LONGEST_SENTENCE); at--) {
      if (tokens.kind(at) === TokenKind.Section || tokens.gap(at + 1) >= Gap.Paragraph) return undefined
      const names = this.#mentionAt(at).filter((name) => tokens.at(name.end) <= lead)
      const [name] = names
      if (name === undefined) continue
      const between = tokens.text.slice(name.end, tokens.start(lead))
      if (isComparison(tokens, at)) return undefined
      if (between.trim() === '') return names
      const isInLaw = [at, at - 1, at - 2].some((place) => IN_LAW.test(tokens.word(place)))
      if (NOT_SAID.test(between) || (!isInLaw && PASSIVE.test(between))) return undefined
      return this.#isMentioned(at - LONGEST_NAME, at) ? undefined : names
    }
    return undefined
  }

  /** True if a law is mentioned between two tokens of a sentence. */
  #isMentioned(from: number, to: number): boolean {
    for (let at = to - 1; at >= Math.max(0, from) && !this.#tokens.is(at, '.'); at--) {
      if (this.#mentionAt(at).some(({ end }) => end <= this.#tokens.start(to))) return true
    }
    return false
  }

  /** The law at the head of the line (`- StVG: §§ 7, 17`), or alone on the line above a list. */
  #ofLine(start: number): Mention | undefined {
    const tokens = this.#tokens
    const first = tokens.at(start)
    const { names: current, end = start } = this.#current?.isLine ? this.#current : {}
    const since = tokens.text.slice(end, start).replace(/(?<!\p{L})\p{L}{1,4}\./gu, '')
    const direct = tokens.is(first - 1, ':') ? this.#mentionBefore(first - 1) : undefined
    if (direct === undefined && current !== undefined && !/[\n.|]/.test(since)) return current
    const line = lineStart(tokens, first)
    const begin = skipBullet(tokens, line)
    if (direct !== undefined) return direct
    if (begin < first) {
      const names = this.#mentionAt(begin).filter((name) => tokens.at(name.end) < first)
      const sign = tokens.at(names[0]?.end ?? start)
      const isHead = sign < first && /^[:–—-]$/.test(tokens.value(sign)) && tokens.gap(sign + 1) !== Gap.None
      return isHead && !this.#isMentioned(sign, first) ? names : undefined
    }
    let next = line
    while (tokens.is(next - 1, '\ufffc')) next--
    const above = lineStart(tokens, next - 1)
    // The line above belongs to the list.
    if (current !== undefined && tokens.at(end) > above) return current
    return this.#nameOfAll(skipBullet(tokens, above), tokens.is(next - 1, ':') ? next - 1 : next)
  }

  /** The law whose name is exactly the tokens `[first, next)`. */
  #nameOfAll(first: number, next: number): Mention | undefined {
    const names = this.#mentionAt(first).filter(({ end }) => this.#tokens.at(end) >= next)
    return names.length > 0 && next > first ? names : undefined
  }

  #readDeclared(): { names: Mention; kind: string | undefined } | undefined {
    const { text } = this.#tokens
    for (const { 0: words, index, groups } of text.matchAll(DECLARED)) {
      const end = index + words.length
      const at = this.#tokens.at(end)
      if (!UNNAMED.test(text.slice(Math.max(0, index - 60), end + 120).replace(/\n\n.*/s, ''))) continue
      const names = this.#mentionAt(this.#tokens.word(at) === 'of' ? at + 1 : at)
      const subject = groups?.subject?.toLowerCase() ?? ''
      const kind = /^(?:§|para|sec)/.test(subject) ? 'par' : subject === 'artikel' ? 'art' : undefined
      if (names.length > 0) return { names, kind }
    }
    return undefined
  }
}

/** Another item of a list, which may mean the law itself. */
const NEXT_ITEM = /\n[^\S\n]*(?:\d{1,2}[.)]|[a-z]\)|[-–•*])\s/

/** Reads the law directly after a reference to it: `dieses Gesetzes (UStG)`. */
function nameInBrackets(tokens: Tokens, position: number): NameCandidate | undefined {
  const open = tokens.at(position)
  const isOpen = tokens.is(open, '(') && tokens.gap(open) <= Gap.Space
  const names = isOpen ? namesAfter(tokens, open + 1) : []
  const name = names.find(({ end }) => tokens.is(tokens.at(end), ')'))
  return name && { ...name, end: name.end + 1 }
}

/** `anders als das HGB` */
const isComparison = (tokens: Tokens, index: number) =>
  [index - 1, index - 2].some((place) => /^(?:als|wie|statt|than|unlike)$/.test(tokens.word(place)))

function readMention(tokens: Tokens, index: number): Mention {
  const noun = LEXICONS.en.acts.has(tokens.word(index)) ? index + 1 : undefined
  const act = readUnionAct(tokens, index) ?? (noun && readActNumber(tokens, noun))
  if (act !== undefined) return [nameOf(tokens, index, act)]
  const isArticle = ARTICLES.has(tokens.word(index))
  if (!isArticle && !/^\p{Lu}/u.test(tokens.value(index))) return []
  const english = readEnglishName(tokens, index)
  if (english !== undefined) return [english]
  if (!isArticle && !looksLikeLaw(tokens.value(index)) && !endsLikeLawName(tokens.value(index + 1))) return []
  const start = tokens.start(isArticle ? index + 1 : index)
  return namesAfter(tokens, index).filter((name) => name.start === start && isLikeLaw(name.text))
}

function lineStart(tokens: Tokens, index: number): number {
  let at = index
  while (at > Math.max(0, index - LONGEST_LINE) && tokens.gap(at) < Gap.Line) at--
  return at
}

/** Returns the index after `-`, `•`, `1.`, `a)` at the beginning of a line. */
function skipBullet(tokens: Tokens, index: number): number {
  if (/^[-–*•·▪]$/.test(tokens.value(index)) && tokens.gap(index + 1) !== Gap.None) return index + 1
  const isNumber = /^(?:\d{1,2}|[a-z]|[IVX]{1,4})$/.test(tokens.value(index))
  return isNumber && /^[.)]$/.test(tokens.value(index + 1)) ? index + 2 : index
}

/** The rest of a heading, but not an abbreviation alone (`§ 31 SG`). */
const TITLE = /^[ \t]*[–—:-]?[ \t]*(?!\p{Lu}{2,3}[ \t]*(?:\n|$))\(?\p{Lu}[^\n.;:§]{0,90}(?<![,:\s])[ \t]*(?:\n|$)/u
const LONGEST_TITLE = 100

type Headings = ReturnType<typeof headingsOf>

/**
 * Finds the headings.
 * @param unnamed the designations without a law, in order
 */
function headingsOf(tokens: Tokens, unnamed: readonly FoundDesignation[]) {
  const headings = unnamed.filter((each) => {
    const first = tokens.at(each.start)
    const begins = tokens.gap(first) >= Gap.Line && tokens.value(first) === '§' && numberOf(each) !== undefined
    return begins && TITLE.test(tokens.text.slice(each.end, each.end + LONGEST_TITLE))
  })
  const places = new Set(headings.map(({ start }) => tokens.at(start)))
  const numbers = headings.map((each) => numberOf(each))
  /** True if the document has its own sections, not only one line of that form. */
  const some = numbers.some((number, place) => Number(numbers[place + 1]) === Number(number) + 1)
  const own = new Set(numbers)
  return {
    some,
    /** True for a heading, and for a reference to a section that has one. */
    has: (each: FoundDesignation) => places.has(tokens.at(each.start)) || (some && own.has(numberOf(each, true))),
    /** True if a heading begins at the token. */
    startsAt: (index: number) => places.has(index),
  }
}

/** The number of the only section of a designation. */
function numberOf({ norms: [norm, ...others] }: FoundDesignation, withParts = false): string | undefined {
  const isWhole = others.length === 0 && norm?.to === undefined && !norm?.following
  const isOne = isWhole && (withParts || norm?.subdivision.length === 0)
  const [element] = norm?.readings[0] ?? []
  return isOne && element?.kind === 'par' ? element.value : undefined
}

/** A span of the text, with the other cells of its row and of its table's head. */
interface Cell {
  start: number
  end: number
  column: number
  row: Cell[]
  head: Cell[]
}

/** Words before the law in the head of a column. */
const LEAD = /^\s*(?:(?:Norm(?:en)?|Vorschrift(?:en)?|Paragra(?:ph|f)(?:en)?|Artikel|§§?)\s+(?:(?:aus|nach|in)\s)?)?/

/** Finds the cells of tables: in Markdown each line with `|` is a row. Marks in texts from HTML: see `read-text/html.ts`. */
function cellsOf(text: string): Cell[] {
  const cells: Cell[] = []
  let head: Cell[] = []
  let row: Cell[] = []
  let isHtml = false
  for (const { 0: line, index } of text.matchAll(/[^\n\ufffc]+/g)) {
    const isMark = line === '||' || line === '|||'
    if (line === '|||') isHtml = !isHtml
    const last = cells.at(-1)
    if (line === '|||' || !(isHtml || line.includes('|'))) [head, row] = [[], []]
    else if (!isHtml || isMark) [head, row] = [head.length > 0 ? head : row, []]
    else if (!line.startsWith('|') && last !== undefined) last.end = index + line.length
    if (isMark || !line.includes('|')) continue
    for (const { 0: cell, index: at } of line.matchAll(/[^|]+/g)) {
      row.push({ start: index + at, end: index + at + cell.length, column: row.length, row, head })
      cells.push(row.at(-1) as Cell)
    }
  }
  return cells
}

/**
 * Returns a reader of the law of the norm at an offset of a table.
 * @param nameOfAll reads the law whose name is the tokens `[first, next)`
 */
function tableLaws(
  tokens: Tokens,
  nameOfAll: (first: number, next: number) => readonly NameCandidate[] | undefined,
): (position: number) => readonly NameCandidate[] | undefined {
  const { text } = tokens
  const cells = text.includes('|') ? cellsOf(text) : []
  const lawOf = ({ start, end }: Cell) => {
    const [lead] = LEAD.exec(text.slice(start, end)) ?? ['']
    return nameOfAll(tokens.at(start + lead.length), tokens.at(end))
  }
  return (position) => {
    const cell = cells[firstIndex(cells.length, (index) => (cells[index] as Cell).start > position) - 1]
    if (cell === undefined || position >= cell.end) return undefined
    const { head, row, column } = cell
    for (const other of [head[column], row[0], row[column + 1]]) {
      const law = other && other !== cell ? lawOf(other) : undefined
      if (law !== undefined) return law
    }
    return undefined
  }
}
