/** Tells by its title and kind whether a norm without a law at its references means norms of its own law. */

export interface NormWithTitle {
  /** Title of the law. */
  title: string
  kind: string
  heading: string
  text: string
}

/**
 * Which of its references without a law are of its own law: all, articles only (in a law that amends), those in sentences or
 * brackets only (not those that fill a cell, whose law the head of the column names), or none.
 */
export type OwnReferences = 'all' | 'articles' | 'running' | 'none'

/** Acts that a law carries out or transposes: what stands behind is their title (`… zur Aufhebung der Richtlinie …`). */
const OTHER_ACT = /(?<!\p{L})(?:(?:Verordnung|Richtlinie|Beschluss|Beschluß)(?:en)? (?:\(|Nr|\d)|Gesetz zu de[mnr] )/u
/** The rules that a title can amend. Not what is no rule: `Änderung von Familiennamen`, `Bereinigung der Rechtsverhältnisse`. */
const RULES = String.raw`\p{L}*(?:gesetz(?:e[ns]?|buche?s|buchs)?|ordnung(?:en)?|vorschriften|bestimmungen|ermächtigungen|rechts?|artikels?|anlagen?|anhangs?|anhänge|satzung|verfassung|erlasses|statuts|vertrage?s|abkommens|übereinkommens|protokolls|beschlusses|bekanntmachung|richtlinien?|bedingungen)(?!\p{L})`
/** Few words stand between, and none that begins the place of a rule: `Änderungen … nach Artikel 29 des Grundgesetzes`. */
const AMENDS = new RegExp(
  String.raw`(?<!\p{L})(?:Änderung(?:en)?|Aufhebung|Bereinigung)(?:\s(?!(?:nach|gemäß|in|auf)\s)\S+){0,10}?\s${RULES}|\p{L}+änderungs?(?:gesetz|verordnung)`,
  'iu',
)
/** Laws of articles: an article without a law may be theirs. */
const OF_ARTICLES = /Grundgesetz|Einführungsgesetz|kommens|vertrag|protokoll|konvention|satzung|statut/iu
const AMENDING_HEADING = /^(?:Weitere )?(?:Folgeä|Ä)nderung/u
/** Instructions that amend, at the beginning of a line: `§ 33 wird wie folgt geändert:`, `§ 2 entfällt`. */
const INSTRUCTION =
  /^§§?\s?\d[^\n]{0,80}?\s(?:(?:wird|werden)\s(?:wie folgt|aufgehoben|gefa(?:ss|ß)t|gestrichen)|entf(?:ällt|allen)|erhält|erhalten)(?!\p{L})/mu

/** Says which references of a norm without a law are of its own law. */
export function ownReferences({ title, kind, heading, text }: NormWithTitle): OwnReferences {
  // A formula says what empowers those who made the law.
  if (kind === 'formula' || (kind === 'art' && AMENDING_HEADING.test(heading))) return 'none'
  if (kind === 'annex' && (INSTRUCTION.test(text) || hasSections(text))) return 'none'
  if (kind === 'annex' && (text.match(LINE_OF_NORMS)?.length ?? 0) > 1) return 'running'
  const other = OTHER_ACT.exec(title)?.index ?? title.length
  const amending = AMENDS.exec(title.slice(0, other))
  if (amending === null) return 'all'
  return OF_ARTICLES.test(title.slice(amending.index)) ? 'none' : 'articles'
}

/** A line, or the first cell of a row, that begins with a norm. */
const LINE_OF_NORMS = /^§\s?\d+[a-z]?(?:[ \t]|$)/gm
/** The words of designations, and all with a capital: `§ 8 Absatz 2`, `Zeichen 237`. */
const SMALL_WORD = /(?<![\p{L}\d])\p{Ll}{3,}(?!\p{L})/gu
/** How far back the beginning of a cell is looked for. */
const LONGEST_CELL = 400

/** Whether a designation stands in a sentence or in brackets, not among others that fill a line or cell. */
export function isInRunningText(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_CELL), start)
  const cell = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1)
  return cell.lastIndexOf('(') > cell.lastIndexOf(')') || (cell.match(SMALL_WORD)?.length ?? 0) > 1
}

/** The heading of a section on a line of its own, or in front of its words; no reference (`§ 5 Absatz 1`, `§ 5, § 7`). */
const SECTION_LINE =
  /^§\s{0,2}(\d{1,4})([a-z]?)(?:\.\d+)?(?=[ \t]+(?![§\d(]|(?:Absatz|Absätze|Abs|Satz|Sätze|Nummern?|Nrn?|Buchst\p{L}*|i|bis|und|oder|sowie|in|des|der)(?!\p{L}))|$)/gmu

/** Whether an annex is a text with sections of its own, such as a contract: its headings count up. */
function hasSections(text: string): boolean {
  let before: { number: number; letter: string } | undefined
  for (const [, digits = '', letter = ''] of text.matchAll(SECTION_LINE)) {
    const number = Number(digits)
    if (before !== undefined && isNext(before, { number, letter })) return true
    before = { number, letter }
  }
  return false
}

/** `§ 7` behind `§ 6`, `§ 7b` behind `§ 7a`; behind `§ 1` any other, as extracts leave sections out. */
function isNext(before: { number: number; letter: string }, { number, letter }: { number: number; letter: string }) {
  if (number === before.number) return letter.charCodeAt(0) === before.letter.charCodeAt(0) + 1
  return number === before.number + 1 || (before.number === 1 && number > 1)
}
