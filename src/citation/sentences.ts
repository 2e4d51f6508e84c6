/** Splits legal text into sentences: German, and acts of the Union in other languages. */
import { SUPERSCRIPT_DIGITS, SUPERSCRIPTS } from '../util/superscripts.ts'

// The lists are in lower case, abbreviations without their final full stop.

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Abbreviations within a sentence. Single letters (`z. B.`, `i. V. m.`) and Roman numerals need not be listed. */
const ABBREVIATIONS = words(
  'abb abk abl abs absch abschn abt abw allg alt amtl angef anh anl anm art aufl ausf ausg az aktz banz bayrs bd bearb bek ' +
    'bes best betr bezügl bgbl bl bsp buchst bundesanz bzgl bzw ca dergl ders desgl dgl diesbez dipl doppelbuchst dr einschl ' +
    'entspr ergl erl ev evtl fa fam fn fr frhr geb gem ges gesetzl gez ggf ggfs gmbl grds halbs hinsichtl hlbs hrsg hs incl ' +
    'ing inkl insb insbes jährl jh jur kap kfm komm lfd lit ltd max med mind min mio monatl mrd mtl nachf nr nrn ohg op pfd ' +
    'phil prof rdnr rdn reg rer rgbl rn rspr rz sog spstr st std str tab techn tel tgl tz ua umdr unterabs urspr urt usf var ' +
    'vbl verb verf verk vers vgl vol vorbem vorl wg zit ziff zt zust zzgl überschr übers',
)

/** Abbreviations that may end a sentence: the next word decides. */
const FINAL_ABBREVIATIONS = words('usw etc ff f u.a o.ä u.ä u.ä.m a.f n.f')

/** Nouns before a number that counts them: `nach Absatz 2. Der Antrag …` ends a sentence. */
const NUMBERED = words(
  '§ §§ abs absatz absatzes absätze absätzen anhang anlage anlagen art artikel artikels artikeln buch buchst buchstabe ' +
    'buchstaben halbsatz jahr jahre jahres jahren kap kapitel lit nr nrn nummer nummern paragraph s satz sätze sätzen teil ' +
    'titel unterabsatz ziff ziffer ziffern januar februar märz april mai juni juli august september oktober november dezember',
)

/** Words before an ordinal number: `des 2. Abschnitts`. */
const BEFORE_ORDINAL = words(
  'der die das des dem den am im zum zur vom bis ab ein eine einem einen einer eines jeder jede jedes jedem jeden dieser ' +
    'diese dieses diesem diesen sein seine seinem seinen seiner ihr ihre ihrem ihren ihrer und oder seit nach vor mit',
)

/** Nouns after an ordinal number, including compounds that end in them. */
const AFTER_ORDINAL = (
  'januar jänner februar märz april mai juni juli august september oktober november dezember abschnitt abteilung alternative ' +
  'auflage fassung halbjahr halbsatz instanz jahr kammer kapitel klasse legislaturperiode monat quartal rang reihe senat ' +
  'semester spiegelstrich stufe tag titel unterabschnitt untertitel variante verordnung vierteljahr wahlperiode woche zivilsenat ' +
  'strafsenat'
).split(' ')

/** Words that begin a sentence and follow neither an ordinal number nor an abbreviation. */
const STARTERS = words(
  'der die das dem den dies diese dieser dieses diesem diesen ein eine einem einen einer eines er sie es wer was wird werden ' +
    'ist sind hat haben kann können darf dürfen soll sollen muss müssen muß gilt gelten findet finden bei beim im in an am auf ' +
    'aus für mit nach von vom vor zu zum zur über unter durch gegen ohne um bis ab als auch wenn falls soweit sofern solange ' +
    'sobald soll hierbei hierzu hiervon hierfür dabei dazu davon dafür danach daneben darüber dagegen dies ferner zudem jedoch ' +
    'unberührt entsprechendes gleiches ausgenommen abweichend absatz satz nummer artikel die alle jede jeder jedes jeweils ' +
    'einzelne einzelheiten näheres das ihre ihr seine sein sonstige weitere liegt liegen besteht bestehen erfolgt tritt treten',
)

/** Nouns before a number in English and French: a full stop after the number ends the sentence. */
const NUMBERED_ABROAD = words(
  'article articles annex annexes annexe paragraph paragraphs paragraphe paragraphes point points chapter chapters chapitre ' +
    'chapitres title titles titre titres section sections part parts partie parties appendix appendice category categories ' +
    'catégorie table tableau subparagraph alinéa letter lettre column colonne',
)
const ABBREVIATIONS_ABROAD = words(
  'art arts cf co corp etc fig ibid inc jan feb aug sept oct nov dec ltd max min mr mrs ms no nos op para paras pp p prof ref ' +
    'resp sec st vol vs viz chap par al éd m mm mme',
)

/** A language with rules for splitting; other languages use the English rules. */
export type SentenceLanguage = 'de' | 'en'

/** A span of a text, `[start, end)` in UTF-16 code units. */
export type SentenceSpan = [start: number, end: number]

const STARTS = /[\p{Lu}\p{Lt}§„"“»›'([\d]/u
const STARTS_ABROAD = /[\p{Lu}\p{Lt}"“‘«('[\d]/u
const WORD = /[\p{L}\p{N}\p{M}§]/u
/** Maximum length of an abbreviation or a number. */
const LONGEST_WORD = 30

/**
 * Finds the sentences of a text. A full stop ends one unless it belongs to an abbreviation (`Abs.`, `z. B.`), an
 * ordinal or a date (`des 2. Abschnitts`, `am 1. Januar`), an initial, or a list item. Nothing within quotation marks
 * or brackets ends the sentence around them; closing ones belong to the sentence that they end. A raised number
 * directly before a word (`⁶Der`) begins a sentence, whatever precedes it.
 * @returns spans in order that cover the whole text without gaps; white space belongs to the sentence before it. Linear
 *   in the length of the text.
 */
export function splitSentences(text: string, language: SentenceLanguage = 'de'): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  const [starts, ends] = language === 'de' ? [STARTS, endsSentence] : [STARTS_ABROAD, endsSentenceAbroad]
  const enclosed = findEnclosed(text)
  let start = 0
  let pair = 0
  for (const { 0: character, index: mark } of text.matchAll(MAY_END)) {
    const isNumber = RAISED_DIGIT.test(character)
    if (isNumber && !isSentenceNumber(text, mark)) continue
    const end = isNumber ? mark : skipClosing(text, mark + 1)
    const next = isNumber ? mark : skipSpace(text, end)
    if (!isNumber && (next === end || next >= text.length || !starts.test(text.charAt(next)))) continue
    if (isNumber && text.slice(start, next).trim() === '') continue
    while (pair < enclosed.length && (enclosed[pair] as SentenceSpan)[1] < end) pair++
    const around = enclosed[pair]
    if (around !== undefined && around[0] <= mark && end < around[1]) continue
    if (character === '.' && !ends(text, mark, next)) continue
    spans.push([start, next])
    start = next
  }
  if (start < text.length) spans.push([start, text.length])
  return spans
}

/**
 * Finds the beginning of the next sentence of a German text only from the words around a mark, ignoring enclosing brackets and
 * quotation marks.
 * @param mark the place of a `.`, `!` or `?`
 * @returns `undefined` if the mark does not end a sentence, or nothing follows
 */
export function sentenceAfter(text: string, mark: number): number | undefined {
  const end = skipClosing(text, mark + 1)
  const next = skipSpace(text, end)
  if (isSentenceNumber(text, next)) return next
  if (next === end || !STARTS.test(text.charAt(next))) return undefined
  return text.charAt(mark) !== '.' || endsSentence(text, mark, next) ? next : undefined
}

const RAISED = new RegExp(`[${SUPERSCRIPTS}]`, 'u')
const RAISED_DIGIT = new RegExp(`[${SUPERSCRIPT_DIGITS}]`, 'u')
/** The marks that may end a sentence, and the numbers that may begin one. */
const MAY_END = new RegExp(`[.!?${SUPERSCRIPT_DIGITS}]`, 'g')
const NUMBERED_WORD = new RegExp(`^[${SUPERSCRIPT_DIGITS}]{1,2}[\\p{L}§„"“»(]`, 'u')

/** True if the raised digit at `at` begins a number, after a blank or the end of a sentence and directly before a word. */
function isSentenceNumber(text: string, at: number): boolean {
  if (!/^[\s.:;!?]?$/.test(text.charAt(at - 1))) return false
  const numbered = NUMBERED_WORD.exec(text.slice(at, at + 3))?.[0]
  return numbered !== undefined && !RAISED.test(numbered.charAt(numbered.length - 1))
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '„': '“”', '»': '«', '‚': '‘’' }
/** Maximum distance of a closing bracket; a later one was hardly meant. */
const LONGEST_BRACKET = 2000

const BRACKETS_AND_QUOTES = /[()[\]„“”»«‚‘’]/g

/** Finds the outermost pairs of brackets and quotation marks, in order. */
function findEnclosed(text: string): SentenceSpan[] {
  const open: number[] = []
  const pairs: SentenceSpan[] = []
  for (const { 0: character, index: at } of text.matchAll(BRACKETS_AND_QUOTES)) {
    if (CLOSING[character] !== undefined) open.push(at)
    const last = open.at(-1)
    if (last === undefined || !CLOSING[text.charAt(last)]?.includes(character)) continue
    open.pop()
    const bracket = character === ')' || character === ']'
    if (bracket && at - last > LONGEST_BRACKET) continue
    while (pairs.length > 0 && (pairs.at(-1) as SentenceSpan)[0] > last) pairs.pop()
    pairs.push([last, at + 1])
  }
  return pairs
}

/** True if the full stop at `stop` ends a sentence. The possible next one begins at `next`. */
function endsSentence(text: string, stop: number, next: number): boolean {
  const word = wordBefore(text, stop).toLowerCase()
  const starts = STARTERS.has(wordAfter(text, next))
  if (word === '') return true
  if (/^\d+$/.test(word)) return endsWithNumber(text, stop - word.length, next, starts)
  const isNumeral = /^[ivx]+$/.test(word) && text.charAt(stop - 1) !== text.charAt(stop - 1).toLowerCase()
  if (isNumeral || /^\p{L}$/u.test(word)) return endsWithLetter(text, stop - word.length, word, starts)
  if (FINAL_ABBREVIATIONS.has(word)) return starts
  return !ABBREVIATIONS.has(word)
}

/** As {@link endsSentence}, for English and French: no ordinals, few abbreviations; not after `e.g. Member States` and `J. Smith`. */
function endsSentenceAbroad(text: string, stop: number): boolean {
  const word = wordBefore(text, stop).toLowerCase()
  const start = stop - word.length
  if (/^\d+$/.test(word)) return !isLineStart(text, start)
  if (/^(?:\p{L}|[ivx]+)$/u.test(word)) {
    if (isLineStart(text, start) || text.charAt(start - 1) === '.') return false
    return NUMBERED_ABROAD.has(wordBefore(text, spaceBefore(text, start)).toLowerCase())
  }
  return !ABBREVIATIONS_ABROAD.has(word)
}

/** `nach Absatz 2. Der` ends one; `des 2. Abschnitts` and, at the beginning of a line, `2. Der` do not. */
function endsWithNumber(text: string, start: number, next: number, starts: boolean): boolean {
  if (isLineStart(text, start)) return false
  const before = wordBefore(text, spaceBefore(text, start)).toLowerCase()
  if (NUMBERED.has(before)) return true
  if (isAfterOrdinal(wordAfter(text, next))) return false
  return starts || !BEFORE_ORDINAL.has(before)
}

/** `Buchstabe a. Der` and `Artikel II. Der` end one; `z. B. Der`, `A. Müller` and `II. Senat` do not. */
function endsWithLetter(text: string, start: number, letter: string, starts: boolean): boolean {
  if (isLineStart(text, start)) return false
  const before = wordBefore(text, skipStop(text, spaceBefore(text, start))).toLowerCase()
  if (NUMBERED.has(before)) return starts
  return starts && FINAL_ABBREVIATIONS.has(`${before}.${letter}`)
}

/** `Abschnitts`, `Lebensjahr`, `Arbeitstages`: the nouns, compounds of them, and their inflected forms. */
function isAfterOrdinal(word: string): boolean {
  const stem = word.replace(/(?:es|en|s|n|e)$/, '')
  return AFTER_ORDINAL.some((noun) => word.endsWith(noun) || stem.endsWith(noun))
}

function isLineStart(text: string, at: number): boolean {
  let start = at
  while (start > 0 && (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t')) start--
  return start === 0 || text.charAt(start - 1) === '\n'
}

function skipClosing(text: string, from: number): number {
  let at = from
  while (at < text.length && '“”"«»’‘\')]'.includes(text.charAt(at))) at++
  return at
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}

function spaceBefore(text: string, from: number): number {
  let at = from
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--
  return at
}

const skipStop = (text: string, at: number) => (text.charAt(at - 1) === '.' ? at - 1 : at)

/** Returns the letters, digits and section signs that end at `end`. */
function wordBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start < LONGEST_WORD && WORD.test(text.charAt(start - 1))) start--
  return text.slice(start, end)
}

function wordAfter(text: string, start: number): string {
  let end = start
  while (end - start < LONGEST_WORD && WORD.test(text.charAt(end))) end++
  return text.slice(start, end).toLowerCase()
}
