/** Editions of laws named in a text: `a. F.`, `in der bis zum 31. 12. 2001 geltenden Fassung`. */
import { lazy } from '../../util/lazy.ts'
import { romanNumber } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { nameOf, readChunk } from '../laws/chunks.ts'
import { endsLikeLawName, looksLikeAbbreviation } from '../laws/law-form.ts'

/** The words for an edition, with their span in UTF-16 code units. */
export interface EditionWords {
  text: string
  start: number
  end: number
  /** True if it holds for each of several citations: `jeweils in der Fassung vom …`. */
  ofEach: boolean
}

const MONTH =
  '(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan\\.|Feb\\.|Apr\\.|Aug\\.|Sept?\\.|Okt\\.|Nov\\.|Dez\\.)'
const DAY = `(?:\\d{1,2}\\.\\s?(?:\\d{1,2}\\.|${MONTH})\\s?(?:\\d{4}|\\d{2}(?!\\d))|\\d{4}-\\d\\d-\\d\\d)`
const YEAR = `(?:(?:Ende|Anfang|Mitte|${MONTH})\\s)?(?:1[89]|20)\\d\\d(?!\\d)`
const DATE = `(?:${DAY}|${YEAR})`
/** One word of a phrase, without brackets, semicolons or designations. */
const WORD = '[^\\s;§()\\ufffc]+'
/** Period in which a wording was in force: `bis 1997`, `vor dem 1. 1. 2002`, `ab der Reform`, `vor Inkrafttreten`. */
const PERIOD = `(?:bis|vor|ab|seit|nach)\\s(?:(?:einschließlich|zu[mr]?|de[mrn]|Ablauf\\sdes)\\s){0,2}(?:${DATE}|\\p{Lu}[\\p{L}-]{1,60})`
/** As {@link PERIOD}, with a day or year only. */
const DATED = `(?:bis|vor|ab|seit|nach)\\s(?:(?:einschließlich|zu[mr]?|de[mrn]|Ablauf\\sdes)\\s){0,2}${DATE}`
/** The act that made the edition: `vom 2. 1. 2002`, `der Bekanntmachung vom …`, `von 2008` */
const SOURCE = [
  `(?:v\\.|vom|von|der|des|d\\.|durch|gemäß|nach|aufgrund)(?:\\s[^\\s,;§()\\ufffc]+){0,14}?\\s?${DAY}`,
  `(?:vom|von|aus)\\s(?:dem\\sJahre?\\s)?${YEAR}`,
  `(?:am\\s)?${DATE}`,
  PERIOD,
  'der\\s(?:Bekanntmachung|Neubekanntmachung|Neufassung)(?!\\p{L})',
  '(?:des|durch(?:\\sdas)?)\\s(?:(?:Art\\.?|Artikels?)\\s\\d+[a-z]?|[\\p{L}-]{0,60}[Gg]esetze?s?(?!\\p{L})(?!\\s(?:über|zur|zum)\\s))',
].join('|')
/** As {@link SOURCE}, by name only, if that is not the law's own name: `des StVereinfG 2011`, `der 2. NovelleV` */
const NAMED_SOURCE = `(?:des|der|durch(?:\\sdas)?)\\s(?:\\d+\\.\\s)?\\p{Lu}[\\p{L}\\d/-]*(?:\\s(?:1[89]|20)\\d\\d)?`
const CHANGED = '(?:geänderte[nr]?|vorherige[nr]?|vorige[nr]?|erste[nr]?|zweite[nr]?)'
const OTHER =
  '(?:alte[rnms]?|neue[rnms]?|frühere[rnms]?|ursprüngliche[rnms]?|damalige[rnms]?|bisherige[rnms]?|vormalige[rnms]?|seinerzeitige[rnms]?)'
/** `Fassung` and its compounds, but not `Auffassung` or `Verfassung`. */
const FASSUNG =
  '(?:Fassung(?:en)?|Version(?:en)?|(?:Alt|Ausgangs|Entwurfs|Erst|Neu|Original|Stamm|Tatzeit|Übergangs|Ur|Ursprungs|Vor|Vorgänger|Vorläufer|Vorkriegs)fassung)(?!\\p{L})'

const SHORT = `(?:[an]\\.\\s?F\\.|[an]F(?:\\.(?=\\s\\p{Ll}|\\)))?)(?![\\p{L}\\d])`
const asOf = (source: string) =>
  `(?:i\\.?\\s?d\\.?\\s?F\\.?|idF\\.?)(?:\\s?v\\.|v(?=\\s\\d))?(?![\\p{L}])(?:\\s(?:${source})|\\s?${DATE})?`
const version = (source: string) =>
  `(?:(?:in|nach|gemäß|laut)\\s(?:der|einer|seiner|ihrer|deren|dessen|ihren)\\s((?:${WORD}\\s){0,16}?)|in\\s((?:${OTHER}|geltender|gültiger)\\s))${FASSUNG}(\\s(?:${source}))?`
const IN_FORCE_NOW = '(?:geltende|gültige|maßgebliche|anwendbare|anzuwendende)[nrsm]?'
const IN_FORCE = `(?:(?:in\\s)?(?:der|des|dem|den|die|das)\\s)?(?:bis|vor|ab|seit|nach)\\s(?:einschließlich\\s)?(?:zu[mr]?\\s|dem\\s|Ablauf\\sdes\\s)?${DATE}\\s(?:an\\s)?${IN_FORCE_NOW}`
/** `im Streitjahr geltende`, `damals noch anwendbare`, `zur Tatzeit gültige` */
const THEN = `(?:damals|seinerzeit|vormals|früher|zuvor|einst|bis\\sdahin|bislang|bisher|i[mn]\\s(?:den\\s)?(?:Streit|Veranlagungs|Erhebungs|Besteuerungs|Tat|Jahr)\\p{L}*(?:\\s(?:1[89]|20)\\d\\d(?:\\s(?:bis|und)\\s\\d{4})?)?|zu[rm]\\s(?:Tatzeit|Tatzeitpunkt|Zeitpunkt\\sde[rs]\\s\\p{Lu}\\p{L}+)|am\\s${DAY}|(?:vor|bis)\\s(?:de[rmn]|zu[mr])\\s\\p{Lu}[\\p{L}-]{1,60})\\s(?:noch\\s|schon\\s)?${IN_FORCE_NOW}`
/** In brackets after the law: `(Fassung 2001)`, `(Stand: 1.1.2001)`, `(gültig bis 31.12.2001)`, `(2008)`, `(alt)`. */
const BRACKETED = `\\((?:${FASSUNG}\\s[^()]{1,60}|(?:Rechtss|S)tand:?\\s[^()]{0,30}?${DATE}|(?:gültig|geltend|in\\sKraft|anwendbar|galt)\\s${PERIOD}|${DATED}|(?:1[89]|20)\\d\\d|alt|neu)\\)`
/** Without brackets: `§ 459 BGB alt`, `, Stand 2001`, `, der bis 2001 galt`. */
const PLAIN = `(?:alt|neu)(?=\\s?(?:[),;\\]]|\\.?\\s*$|\\.\\s\\p{Lu}|\\s(?:und|oder|sowie|bzw|i\\.|iVm)))|(?:Rechtss|S)tand:?\\s${DATE}|(?:alten|früheren)\\sRechts(?!\\p{L})|in\\sder\\s(?:Neub|B)ek(?:anntmachung|\\.)\\s(?:vom|v\\.|von)\\s${DATE}|(?:der|die|das|wie\\s(?:er|sie|es))\\s(?:noch\\s)?${DATED}\\s(?:galt(?:en)?|gegolten|gültig\\swar|in\\sKraft\\swar)(?!\\p{L})`

/** Between a law and its edition: the day and the gazette of its promulgation, a comma, a bracket. */
const BETWEEN = `(?:\\s?\\(\\p{Lu}[^()\\s\\d]{1,20}\\)|\\s[–—-]\\s\\p{Lu}[^()\\s\\d–—-]{1,20}\\s[–—-](?=\\s))?(?:\\s?(?:vom|v\\.)\\s${DATE})?(?:\\s?\\((?:BGBl|RGBl|BStBl|GBl|BAnz|GVBl|ABl)[^()\\ufffc]{0,80}\\))?[\\s,(<[–—-]{0,4}`
const after = (source: string) =>
  new RegExp(
    `^(?:${BETWEEN}(?<words>(?<each>(?:jeweils|beide|alle|sämtlich|je)\\s)?(?:noch\\s|hier\\s|im\\s[Ff]olgenden:?\\s)?(?:${SHORT}|${asOf(source)}|${version(source)}|(?:${OTHER}|${CHANGED})\\s(?:Fassung|Version)(?!\\p{L})|${IN_FORCE}|${PLAIN}))|\\s?(?<bracketed>${BRACKETED}))`,
    'u',
  )
// Compiling all of these takes 3 ms, and few commands need one.
const afterNorm = lazy(() => after(SOURCE))
const afterLaw = lazy(() => after(`${SOURCE}|${NAMED_SOURCE}`))
const VERSION = version(SOURCE)
const AS_OF = asOf(SOURCE)
const LINK = '\\s(?:(?:des|der|dem|den|die|das|von|zu|nach|in)\\s)?$'
const before = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\d])(?<words>${VERSION}|(?:${OTHER}|${CHANGED})\\s(?:Fassung|Version)|(?:Ursprungs|Alt|Neu|Vor|Vorgänger|Tatzeit)fassung|${IN_FORCE}|${THEN}|bis\\s(?:zum\\s)?${DATE}\\sin|${SHORT}(?=\\s(?:des|der|von)\\s$)|${OTHER})${LINK}`,
      'u',
    ),
)

/** The words in `in der … Fassung` for the current version, or for a language. */
const TODAY =
  /^(?:jeweil|derzeit|geltend|gültig|aktuell|heut|gegenwärtig|jetzig|momentan|amtlich|konsolidiert|bereinigt|deutsch|englisch|französisch|neuest|neust)\p{L}*$|^(?:jetzt|noch|nun|nunmehr|zurzeit|im|Moment|zur|Zeit|und)$/u

/** Maximum distance from a citation that is searched, in characters. */
const LONGEST = 260

/**
 * Reads the edition directly after a citation.
 * @param at end of the citation
 * @param withLaw true if its law precedes: after a norm alone the law may follow (`§ 5 in der alten Fassung des UWG`)
 */
export function editionAfter(text: string, at: number, withLaw: boolean): EditionWords | undefined {
  // Most citations have none: this test is cheaper than the expressions.
  if (
    !/^[\s,(<[–—-]{0,4}(?:[an]\.?\s?F|i\.?\s?d|in\s|nach\s|gemäß\s|laut\s|v|jeweils|beide|alle|sämtlich|je\s|noch|hier|alt|neu|früh|ursp|damal|bish|seiner|d|bis\s|ab\s|seit\s|wie\s|Stand|Rechtsst|\(|im\s[Ff]olg|\p{Lu}[^\s()\d]{1,20}\s[–—-])/u.test(
      text.slice(at, at + 30),
    )
  ) {
    return undefined
  }
  return editionIn((withLaw ? afterLaw() : afterNorm()).exec(text.slice(at, at + LONGEST)), at)
}

/** Reads the edition directly before a citation: `in der alten Fassung des § 5`. @param at start of the citation */
export function editionBefore(text: string, at: number): EditionWords | undefined {
  const from = Math.max(0, at - LONGEST)
  const window = text.slice(from, at)
  if (!/(?:[Ff]assung|Version|[nrsmeg]|F\.?|\sin)\s(?:\S{2,4}\s)?$/.test(window)) return undefined
  return editionIn(before().exec(window.slice(startOfSentence(window))), from + startOfSentence(window))
}

/** Reads the edition directly after or before a citation with its law. @param start and end of the citation */
export function editionBeside(text: string, start: number, end: number): EditionWords | undefined {
  return editionAfter(text, end, true) ?? editionBefore(text, start)
}

/** Returns the start of the last sentence, according to semicolons and section signs. */
function startOfSentence(words: string): number {
  return Math.max(words.lastIndexOf(';'), words.lastIndexOf('\ufffc'), words.lastIndexOf('§'), -1) + 1
}

function editionIn(match: RegExpExecArray | null, from: number): EditionWords | undefined {
  const bracketed = match?.groups?.bracketed?.slice(1, -1)
  const words = bracketed ?? match?.groups?.words
  if (match === null || words === undefined || (bracketed === undefined && !isNotToday(words))) return undefined
  const start = from + match.index + match[0].indexOf(words)
  const each = match.groups?.each
  return { text: words.replace(/\s+/g, ' ').trim(), start, end: start + words.length, ofEach: each !== undefined }
}

const AT_START = new RegExp(`^${version(`${SOURCE}|${NAMED_SOURCE}`)}`, 'u')

/** False for words that mean the law in force: `in der jeweils geltenden Fassung`. */
function isNotToday(words: string): boolean {
  const found = AT_START.exec(words.replace(/^(?:(?:jeweils|beide|alle|sämtlich|je|noch|hier)\s)+/, ''))
  if (found === null) return true
  const [, middle = '', short = '', source] = found
  if (source !== undefined || /fassung(?:en)?$/.test(words)) return true
  const said = `${middle}${short}`.trim().split(/\s+/)
  return !said.every((word) => TODAY.test(word))
}

/** Part of every match of `anywhere`, which takes 24 ms to compile, a quarter of a search from the command line. */
const IN_ALL_EDITIONS = /assung|Version|[and]\.?\s?F/

/** Finds all editions that a text names, in order. */
export function findEditions(text: string): EditionWords[] {
  if (!IN_ALL_EDITIONS.test(text)) return []
  return [...text.matchAll(anywhere())].flatMap((match) => editionIn(match as RegExpExecArray, 0) ?? [])
}
const anywhere = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\d])(?<words>${VERSION}|${AS_OF}|${SHORT}|(?:${OTHER}|${CHANGED})\\s(?:Fassung|Version)(?!\\p{L}))`,
      'gu',
    ),
)

export interface DocumentEdition {
  words: string
  /** Names of the laws in the sentence; empty for all laws. */
  names: string[]
  /** Offset from which it holds. */
  from: number
}

/** Words of a sentence about more than one citation. */
const FOR_ALL =
  /(?:alle|sämtliche|Alle|Sämtliche)\s(?:[^\s.]+\s){0,2}?(?:Vorschriften|Paragra|Zitate|Angaben|Normen|§§|Bestimmungen|Artikel)|zitiert(?!\snach)|bezieh(?:en|t)\ssich|ohne\s(?:(?:nähere|weitere|andere|abweichende|gesonderte)\s|\p{L}*(?:angabe|bezeichnung|nennung|zusatz))|(?:sind|ist)(?:,[^.,]{0,80},)?\ssolche\s|(?:ist|sind|wird|werden|meint|meinen|gilt|gelten)\s(?:hier|im\s[Ff]olgenden|nachfolgend|nachstehend|stets|durchgängig|durchgehend)/u
/** After the words of an edition: `(im Folgenden: XG)`. */
const NAMED =
  /^[^.;§]{0,100}?[(–—,-]\s?(?:[Ii]m\s[Ff]olgenden|[Nn]achfolgend|[Nn]achstehend|[Kk]ünftig|[Ff]ortan)(?:\s(?:auch|nur|kurz|noch|als|stets))*\s?:?\s["„“»]?(?<name>\p{L}[\p{L}\d/-]*(?:\s(?:[IVX]+|\d{1,2}))?)/u
const LONGEST_SENTENCE = 400
/** Maximum number of editions read of one text. */
const MOST = 50

/** Finds the editions for all citations of a text, or for those of some laws. Linear in its length. */
export function findDocumentEditions(text: string, tokens: Tokens): DocumentEdition[] {
  const found: DocumentEdition[] = []
  for (const edition of findEditions(text)) {
    const named = NAMED.exec(text.slice(edition.end, edition.end + LONGEST_SENTENCE))?.groups?.name
    if (named !== undefined) found.push({ words: edition.text, names: [named], from: edition.end })
    const [start, end] = sentenceAround(text, edition)
    if (FOR_ALL.test(text.slice(start, end))) {
      found.push({ words: edition.text, names: lawsIn(tokens, start, end, edition), from: 0 })
    }
    if (found.length >= MOST) break
  }
  return found
}

/** `[start, end)` of the sentence, ignoring the dots of numbers and abbreviations. */
function sentenceAround(text: string, { start, end }: EditionWords): [number, number] {
  const from = Math.max(0, start - LONGEST_SENTENCE)
  const ends = [...text.slice(from, start).matchAll(/(?<=\p{Ll}{3}[)"“]?)[.!?](?=\s)|\n\s*\n|\ufffc/gu)]
  const last = ends.at(-1)
  const stop = /(?<=\p{Ll}{2}[)"“]?)[.!?](?=\s|$)|\n\s*\n|\ufffc/u.exec(text.slice(end, end + LONGEST_SENTENCE))
  return [last === undefined ? from : from + last.index + 1, end + (stop?.index ?? LONGEST_SENTENCE)]
}

/** Finds possible names of laws in a sentence, outside the words of the edition. */
function lawsIn(tokens: Tokens, start: number, end: number, edition: EditionWords): string[] {
  const names: string[] = []
  for (let index = tokens.at(start); tokens.start(index) < end && tokens.kind(index) !== TokenKind.End; index++) {
    if (tokens.start(index) >= edition.start && tokens.start(index) < edition.end) continue
    const chunk = readChunk(tokens, index)
    if (chunk === undefined) continue
    const { text } = nameOf(tokens, index, chunk.next)
    const isName =
      looksLikeAbbreviation(text) || (/^\p{Lu}/u.test(text) && endsLikeLawName(text) && !/^Gesetz/.test(text))
    const book = isName && romanNumber(tokens.value(chunk.next)) !== undefined
    if (isName) names.push(book ? nameOf(tokens, index, chunk.next + 1).text : text)
    index = chunk.next - 1
  }
  return names
}

/** `BGB a. F. § 459`, `UWG (2008) § 5`: the edition between a law and its norm. */
export function editionInFront(tokens: Tokens, index: number): { words: string; first: number } | undefined {
  const from = tokens.start(Math.max(0, index - 4))
  const words = /(?:(?<!\p{L})[an]\.\s?F\.|(?<!\p{L})[an]F|\((?:1[89]|20)\d\d\)),?\s+$/u.exec(
    tokens.text.slice(from, tokens.start(index)),
  )
  if (words === null) return undefined
  const first = tokens.at(from + words.index)
  return first > 0 && tokens.gap(first) < Gap.Line ? { words: words[0].replace(/,?\s+$/, ''), first } : undefined
}
