/** A norm whose text is read. Decides which of its references without a law mean its own law. */
import type { StoredSubdivision } from '../../store/bundle-schema.ts'

export interface CitingNorm {
  id: number
  law: number
  code: string
  path: string
  text: string
  /** Language of the text (ISO 639-1). */
  language: string
  /** Subdivisions, loaded on demand: few texts need them. */
  subdivisions: () => readonly StoredSubdivision[]
  /** References without a law that mean its own law. */
  own: OwnReferences
  /** Title of the law. */
  title: string
}

/**
 * References without a law that mean the norm's own law: all, articles only (in an amending law), those in sentences or brackets
 * only (others fill cells of a table, whose head names the law), or none.
 */
type OwnReferences = 'all' | 'articles' | 'running' | 'none'

/** Acts that a law implements. The rest of the title belongs to them: `… zur Aufhebung der Richtlinie …`. */
const OTHER_ACT = /(?<!\p{L})(?:(?:Verordnung|Richtlinie|Beschluss|Beschluß)(?:en)? (?:\(|Nr|\d)|Gesetz zu de[mnr] )/u
/** Rules that a title can amend, unlike `Änderung von Familiennamen`, `Bereinigung der Rechtsverhältnisse`. */
const RULES = String.raw`\p{L}*(?:gesetz(?:e[ns]?|buche?s|buchs)?|ordnung(?:en)?|vorschriften|bestimmungen|ermächtigungen|rechts?|artikels?|anlagen?|anhangs?|anhänge|satzung|verfassung|erlasses|statuts|vertrage?s|abkommens|übereinkommens|protokolls|beschlusses|bekanntmachung|richtlinien?|bedingungen)(?!\p{L})`
/** At most a few words in between, and no preposition before the rule: not `Änderungen … nach Artikel 29 des Grundgesetzes`. */
const AMENDS = new RegExp(
  String.raw`(?<!\p{L})(?:Änderung(?:en)?|Aufhebung|Bereinigung)(?:\s(?!(?:nach|gemäß|in|auf)\s)\S+){0,10}?\s${RULES}|\p{L}+änderungs?(?:gesetz|verordnung)`,
  'iu',
)
/** Amending instructions of acts of the Union: the quoted text has numbers of the amended act. */
const AMENDS_ACT =
  /(?<!\p{L})(?:amended as follows:|(?:is|are|shall be) replaced by the following:|the following [\p{L} ]{2,40}? (?:is|are|shall be) (?:inserted|added):?|(?:est|sont) (?:modifiée?s? comme suit|remplacée?s? par (?:le texte|les termes))|(?:article|paragraphe|alinéa|point)s? suivante?s? (?:est|sont) (?:insérée?s?|ajoutée?s?))(?!\p{L})/u
const CORRELATION = /correlation table|tableau de correspondance/iu
/** Number of UTF-16 code units searched for the heading of a table. */
const LONGEST_HEADING = 200
/** Laws with articles: an article without a law may be in one of them. */
const OF_ARTICLES = /Grundgesetz|Einführungsgesetz|kommens|vertrag|protokoll|konvention|satzung|statut/iu
const AMENDING_HEADING = /^(?:Weitere )?(?:Folgeä|Ä)nderung/u
/** Amending instructions at the start of a line: `§ 33 wird wie folgt geändert:`, `§ 2 entfällt`. */
const INSTRUCTION =
  /^§§?\s?\d[^\n]{0,80}?\s(?:(?:wird|werden)\s(?:wie folgt|aufgehoben|gefa(?:ss|ß)t|gestrichen)|entf(?:ällt|allen)|erhält|erhalten)(?!\p{L})/mu

/**
 * Returns which references of a norm mean its own law.
 * @param norm with the title of its law
 */
export function ownReferences({
  title,
  kind,
  heading,
  text,
}: Record<'title' | 'kind' | 'heading' | 'text', string>): OwnReferences {
  // A formula names the norms that authorise the law.
  if (kind === 'formula' || (kind === 'art' && AMENDING_HEADING.test(heading))) return 'none'
  if (AMENDS_ACT.test(text) || CORRELATION.test(`${heading} ${text.slice(0, LONGEST_HEADING)}`)) return 'none'
  if (kind === 'annex' && (INSTRUCTION.test(text) || hasSections(text))) return 'none'
  if (kind === 'annex' && (text.match(LINE_OF_NORMS)?.length ?? 0) > 1) return 'running'
  const other = OTHER_ACT.exec(title)?.index ?? title.length
  const amending = AMENDS.exec(title.slice(0, other))
  if (amending === null) return 'all'
  return OF_ARTICLES.test(title.slice(amending.index)) ? 'none' : 'articles'
}

/** A line or row that begins with a section. */
const LINE_OF_NORMS = /^§\s?\d+[a-z]?(?:[ \t]|$)/gm
/** A lower-case word; designations do not contain any: `§ 8 Absatz 2`, `Zeichen 237`. */
const SMALL_WORD = /(?<![\p{L}\d])\p{Ll}{3,}(?!\p{L})/gu
/** Maximum distance to the start of a cell. */
const LONGEST_CELL = 400

/** True if a designation is in a sentence or in brackets, not in a cell or line of designations. */
export function isInRunningText(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_CELL), start)
  const cell = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1)
  return cell.lastIndexOf('(') > cell.lastIndexOf(')') || (cell.match(SMALL_WORD)?.length ?? 0) > 1
}

/** Section heading at the start of a line; not a reference (`§ 5 Absatz 1`, `§ 5, § 7`). */
const SECTION_LINE =
  /^§\s{0,2}(\d{1,4})([a-z]?)(?:\.\d+)?(?=[ \t]+(?![§\d(]|(?:Absatz|Absätze|Abs|Satz|Sätze|Nummern?|Nrn?|Buchst\p{L}*|i|bis|und|oder|sowie|in|des|der)(?!\p{L}))|$)/gmu

/** True if an annex has sections of its own, such as a contract: its headings count up. */
function hasSections(text: string): boolean {
  let before: { number: number; letter: string } | undefined
  for (const [, digits = '', letter = ''] of text.matchAll(SECTION_LINE)) {
    const number = Number(digits)
    if (before !== undefined && isNext(before, { number, letter })) return true
    before = { number, letter }
  }
  return false
}

/** True for `§ 7` after `§ 6`, `§ 7b` after `§ 7a`, and any section after `§ 1`, since extracts leave sections out. */
function isNext(before: { number: number; letter: string }, { number, letter }: { number: number; letter: string }) {
  if (number === before.number) return letter.charCodeAt(0) === before.letter.charCodeAt(0) + 1
  return number === before.number + 1 || (before.number === 1 && number > 1)
}
