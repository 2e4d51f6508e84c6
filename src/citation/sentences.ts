/** Splits German legal text into sentences. */

/** A stretch of a text, `[start, end)` in UTF-16 code units. */
export type SentenceSpan = [start: number, end: number]

/** Words that end in a full stop within a sentence, in lower case and without the stop. */
const ABBREVIATIONS = new Set(
  (
    'abb abk abl abs absch abschn abt abw allg alt anh anl anm art aufl ausf ausg az bd bek bes best betr bgbl bl bsp ' +
    'buchst bzgl bzw ca ders dgl dipl doppelbuchst dr entspr erl etc ev evtl ff fn fr frhr geb gem ges ggf ggfs gmbl grds halbs ' +
    'hrsg hs incl ing inkl insb insbes jh jur kap kfm lit lfd ltd max med mind min mio mrd nachf nr nrn ohg op phil prof rdnr rer rgbl rn ' +
    'rspr sog st std str tab techn tel tgl ua überschr umdr unterabs urspr usf usw vbl verb verf verk vers vgl vol vorbem zit ziff zt zzgl ' +
    'bezügl einschl gesetzl jährl monatl zust aktz banz bayrs amtl'
  ).split(' '),
)

const MONTHS = 'januar jänner februar märz april mai juni juli august september oktober november dezember'
/** Nouns that an ordinal number stands before: `des 2. Abschnitts`. */
const COUNTED =
  'abschnitt abteilung alternative anlage auflage ausgabe band buch fassung fastnacht gruppe halbjahr halbsatz instanz jahr jahrestag ' +
  'jahrhundert kalenderjahr kalendermonat kalendertag kammer kapitel klasse lebensjahr lebensmonat lebenswoche legislaturperiode monat ' +
  'quartal rang reihe satz schwangerschaftswoche senat semester stufe tag teil titel unterabschnitt untertitel verordnung vierteljahr ' +
  'wahlperiode weltkrieg werktag woche zivilsenat strafsenat'
const AFTER_ORDINAL = new Set(`${MONTHS} ${COUNTED}`.split(' '))

/** Words before a number that name something: `nach Absatz 2. Der Antrag …` ends a sentence, `des 2. Teils` does not. */
const NAMES_OF_NUMBERS = new Set(
  'absatz absätze absätzen abs satz sätze sätzen nummer nummern nr artikel artikeln art paragraph anlage anlagen § §§ und bis oder prozent'.split(
    ' ',
  ),
)

const STARTS = /[\p{Lu}\p{Lt}§„"“»›'([\d]/u

/**
 * Finds the sentences of a text. A full stop ends one unless it belongs to an abbreviation (`Abs.`, `z. B.`), an
 * ordinal or a date (`des 2. Abschnitts`, `am 1. Januar`), or an initial; closing quotation marks and brackets belong to
 * the sentence that they end.
 * @returns spans in order that cover the whole text without gaps; white space goes with the sentence before it. Linear
 *   in the length of the text.
 */
export function splitSentences(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  let start = 0
  const marks = /[.!?]/g
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const end = closing(text, mark.index + 1)
    const next = whiteSpace(text, end)
    if (next === end || next >= text.length || !STARTS.test(text.charAt(next))) continue
    if (text.charAt(mark.index) === '.' && end === mark.index + 1 && !endsSentence(text, mark.index, next)) continue
    spans.push([start, next])
    start = next
  }
  if (start < text.length) spans.push([start, text.length])
  return spans
}

/** Longest word that is looked at: abbreviations and numbers are shorter. */
const LONGEST_WORD = 30

function endsSentence(text: string, stop: number, next: number): boolean {
  const word = wordBefore(text, stop)
  if (word === '') return true
  if (/^\d+$/.test(word)) {
    const before = wordBefore(text, whiteSpaceBefore(text, stop - word.length)).toLowerCase()
    if (NAMES_OF_NUMBERS.has(before)) return true
    const after = wordAfter(text, next).toLowerCase()
    return !AFTER_ORDINAL.has(after.replace(/(?<=.{3})(?:es|s|en|n|e)$/, '')) && !AFTER_ORDINAL.has(after)
  }
  if (/^\p{L}$/u.test(word) || /^[IVX]+$/.test(word)) return false
  return !ABBREVIATIONS.has(word.toLowerCase())
}

function closing(text: string, from: number): number {
  let at = from
  while (at < text.length && '“”"«»’\')]'.includes(text.charAt(at))) at++
  return at
}

function whiteSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}

function whiteSpaceBefore(text: string, from: number): number {
  let at = from
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at--
  return at
}

/** The letters, digits and section signs that end at `end`. */
function wordBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start < LONGEST_WORD && /[\p{L}\p{N}\p{M}§]/u.test(text.charAt(start - 1))) start--
  return text.slice(start, end)
}

function wordAfter(text: string, start: number): string {
  return /^[\p{L}\p{M}]+/u.exec(text.slice(start, start + LONGEST_WORD))?.[0] ?? ''
}
