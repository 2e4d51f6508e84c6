/** Judges a citation by its law, its norm and the words around it. */

import { nameOfNorm, type Qualifier } from '../citation/designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { isInGazetteer, type OutOfScopeLaw, outOfScopeLaw } from '../citation/laws/out-of-scope.ts'
import { isOfLaender } from '../citation/laws/states.ts'
import { formatElements, SUBDIVISION_KINDS } from '../citation/norm-path.ts'
import { smallerPartNote } from '../citation/notes.ts'
import type { FoundNorm } from '../citation/text/find-designations.ts'
import { say } from '../i18n/texts.ts'
import type { Corpus, Ending, LawState, Norm } from '../model/corpus.ts'
import { hasCome, isOfPart, isVoid, lackedAmendment, stateOfNorm, wholeEnd } from '../model/law-state.ts'
import type { InForceSpan } from '../model/versions.ts'
import { type Citation, classOf, withNote } from './citation.ts'
import type { NamedLaw } from './named-laws.ts'
import { lawInOtherStates } from './other-states.ts'
import { lawCandidate, lawOutside, noSuchLaw } from './resolve-law.ts'
import { successorCandidates, successorsNote, successorsOf } from './successors.ts'

/** The citation with a note on its edition. It can be right for that edition, so it is never wrong. */
export function withEdition(citation: Citation, edition: string, note: string): Citation {
  const verdict = citation.class === 'outside' ? 'outside' : 'uncertain'
  return { ...citation, class: verdict, edition, message: withNote(citation.message, note) }
}

/** The citation with a status and the class that follows from it. */
export function withStatus(citation: Citation, status: Citation['status']): Citation {
  return { ...citation, status, class: classOf(status) }
}

/**
 * The citation of a part that is gone.
 * @param isWithin true within a range, which is right if both its ends are in force
 */
export function goneCitation(citation: Citation, norm: Norm, isWithin: boolean): Citation {
  const name = `${nameOfNorm(norm, citation.subdivision ?? '')} ${nameOfLaw(norm)}`
  const isVacant = /(?:nicht (?:mehr )?|un)(?:belegt|besetzt|vergeben)|\(frei\)/i.test(citation.wording ?? '')
  const message = isVacant ? say`${name} is not assigned` : say`${name} is repealed`
  return { ...withStatus(citation, 'repealed'), ...(isWithin && { class: 'right' }), message }
}

/**
 * Judges those parts of a citation that no path expresses. Whether a Halbsatz exists is certain only if the sentence has too
 * few commas and semicolons for it; if semicolons divide the sentence, one more Halbsatz than they form is in doubt. Parts that
 * have paths elsewhere (`Abschnitt 2 Nr. 3`) and text that the source leaves out are not checked.
 * @param part the smallest part that was checked, `null` for the norm
 */
export function judgedPortions(
  norm: Norm,
  part: { path: string; text: string } | null,
  portions: readonly Qualifier[],
): Pick<Citation, 'message'> & Partial<Pick<Citation, 'status' | 'class'>> {
  if (part !== null && part.text.length <= LONGEST_MARK && WORDLESS.test(part.text))
    return {
      class: 'uncertain',
      message: say`the source has no text of ${nameOfNorm(norm, part.path)} ${nameOfLaw(norm)}`,
    }
  const half = Number(portions.find(({ kind }) => kind === 'halbsatz')?.value)
  const { path, text } = part ?? { path: '', text: norm.text }
  if (half > (text.match(/[;,:.–]/g)?.length ?? 0) + 1) {
    const message = say`${nameOfNorm(norm, path)} ${nameOfLaw(norm)} has no Halbsatz ${half}`
    return { status: 'out_of_range', class: 'wrong', message }
  }
  const semicolons = text.match(/;/g)?.length ?? 0
  const isDoubtful = semicolons > 0 && !text.includes('\n') && half > semicolons + 1
  const isUnread = portions.some(({ kind }) => SUBDIVISION_KINDS.some((known) => known === kind))
  return { message: smallerPartNote(portions), ...((isDoubtful || isUnread) && { class: 'uncertain' }) }
}

/** A part that consists only of numbers, dots or dashes in the source: `(2)`, `(3) bis (5)`, `1. ...`, `-`. */
const WORDLESS = /^(?:\(?(?:\d+[a-z]{0,2}|([a-z])\1{0,2})[.)]+\s*(?:(?:bis|und|u\.|[-–,])\s*)?)*[\s.…"“–-]*$/i
const LONGEST_MARK = 40

/** Words of a text on future law. */
const FUTURE_WORDS =
  /künftig|zukünftig|demnächst|geplant|vom? \d{1,2}\. ?(?:\d{1,2}\.|\p{L}{3,9}) ?\d{4} an|(?:ab|mit Wirkung (?:vom|zum|ab)|zum)\s(?:dem\s)?\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9})\s?\d{4}|in Kraft (?:tret|treten|tritt)|(?:tritt|treten|tretend).{0,60}in Kraft|noch nicht (?:in Kraft|anwendbar)/iu
/** Maximum distance of such words from a citation, in UTF-16 code units. */
const CONTEXT_LENGTH = 140

/**
 * The citation of a norm that is not yet in force according to the source. If its day has passed since the source was fetched,
 * the citation is uncertain.
 * @param today ISO date
 */
export function notYetInForce(
  citation: Citation,
  { in_force_from: from }: InForceSpan,
  text: string,
  today: string,
): Citation {
  if (from && from <= today) {
    const note = say`it was to take effect on ${from}, which has passed since its source was fetched`
    return { ...citation, class: 'uncertain', message: withNote(citation.message, note) }
  }
  const note = from ? say`it is not yet in force: it takes effect on ${from}` : say`it is not yet in force`
  const words = wordsAround(text, citation)
  const isExpected = FUTURE_WORDS.test(words) && !daysIn(words).some((day) => from && day < from)
  return { ...citation, class: isExpected ? 'right' : 'wrong', message: withNote(citation.message, note) }
}

/**
 * The citation given the state of its law on a day. The law may have ended, or its source may name an amendment that the text
 * lacks: on a past day that may have changed or added the cited part, so the citation cannot be judged. An amendment without a
 * day counts as past, since it is published.
 * @param today ISO date
 */
export function inState(citation: Citation, law: LawState, today: string): Citation {
  if (citation.status === 'repealed') return citation
  const path = [citation.norm, citation.subdivision].filter(Boolean).join('/')
  const { endings, pending } = citation.norm === null ? law : stateOfNorm(law, path)
  const end = citation.norm === null ? wholeEnd(law) : (endings.find((each) => !isOfPart(each, path)) ?? endings[0])
  let { message } = citation
  if (end !== undefined) {
    const isOver = !isOfPart(end, path) && hasCome(end, today)
    message = withNote(message, endNote(end, path, isOver))
    // The source may have something else in place of a part that ended.
    if (isOver && end.norms.length > 0) return { ...citation, class: 'uncertain', message }
    if (isOver) return { ...citation, ...(citation.norm !== null && { status: 'repealed' }), class: 'wrong', message }
  }
  const lack = lackedAmendment({ pending }, today)
  if (lack !== undefined) return { ...citation, class: 'uncertain', message: withNote(message, lack) }
  const [coming] = pending
  if (coming === undefined || citation.class !== 'right') return { ...citation, message }
  return { ...citation, message: withNote(message, say`the text lacks a coming amendment: ${coming.note}`) }
}

function endNote(end: Ending, path: string, isOver: boolean): string {
  const { on, note } = end
  if (isOfPart(end, path)) return say`not all of it is in force, as its source says: ${note}`
  if (isVoid(end)) return say`it is void, at least in part, as its source says: ${note}`
  if (on === null) return say`it ended, as its source says: ${note}`
  return isOver
    ? say`it ended on ${on}, as its source says: ${note}`
    : say`it ends on ${on}, as its source says: ${note}`
}

const MONTHS = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ')

/** The dates in some words, as ISO dates. */
function daysIn(words: string): string[] {
  return [...words.matchAll(/(\d{1,2})\.\s?(?:(\d{1,2})\.|(\p{L}{3,9}))\s?(\d{4})/gu)].flatMap(
    ([, day, number, name, year]) => {
      const month = number ?? String(MONTHS.indexOf((name ?? '').toLowerCase().slice(0, 3)) + 1)
      return month === '0' ? [] : [`${year}-${month.padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`]
    },
  )
}

function wordsAround(text: string, { start, end }: Citation): string {
  const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start)
  const after = text.slice(end, end + CONTEXT_LENGTH)
  const from = Math.max(
    before.lastIndexOf('\ufffc'),
    before.lastIndexOf('\n\n'),
    before.search(/[.;](?=\s\p{Lu}[^.;]*$)/u),
  )
  const to = after.search(/\ufffc|\n\n|;/)
  return `${before.slice(from + 1)} ${to < 0 ? after : after.slice(0, to)}`
}

/** A German ordinance may have this name. */
const ORDINANCE = /^\p{Lu}\p{Ll}+ordnung$/u

/**
 * The citation of a law that the corpus lacks.
 * @param suggest returns laws with similar names
 */
export async function unknownLawCitation(
  corpus: Corpus,
  citation: Citation,
  { name, others, note, fullName, isGeneric }: NamedLaw,
  norm: FoundNorm,
  suggest: (name: string) => Promise<Citation['suggestions']>,
): Promise<Citation> {
  const abbreviation = name.text.replace(/\s+/g, ' ')
  const unknown = { ...citation, abbreviation: name.text }
  const isSection = norm.readings[0]?.[0]?.kind === 'par'
  const listed = outOfScopeLaw(fullName ?? name.text) ?? (fullName === undefined ? undefined : outOfScopeLaw(name.text))
  const isLand = listed?.kind === 'land' && isInGazetteer(name.text)
  if (isGeneric && name.land === undefined && !name.isOfLand && !isLand) {
    return { ...unknown, message: note, suggestions: others.map(lawCandidate) }
  }
  // `EheG (Österreich)` is not the former federal law of that name. Acts of the Union have articles: `§ 3 Batterieverordnung` is
  // one of the former German ordinance. Constitutions have articles: `§ 5 BV` is one of a Betriebsvereinbarung.
  const isOther =
    listed?.kind === 'former'
      ? name.isOfLand
      : isSection &&
        (listed?.kind === 'union' ? ORDINANCE.test(abbreviation) : /, Verfassung\)$/.test(listed?.what ?? ''))
  const where = isOther ? undefined : listed
  const later = where?.kind === 'union' ? await lawInOtherStates(corpus, name.text) : undefined
  if (where !== undefined && later !== undefined) {
    const message = say`${noSuchLaw(corpus, abbreviation)}: it is ${where.what}; ${later.note}`
    return { ...unknown, message, suggestions: [later.suggestion] }
  }
  const isNamedByIt = citation.end === name.end
  if (where?.kind === 'union' && isSection && isNamedByIt)
    return { ...unknown, class: 'wrong', message: say`${abbreviation} has articles, not sections: it is ${where.what}` }
  if (where !== undefined && where.kind !== 'former')
    return { ...unknown, class: 'outside', message: lawOutside(corpus, abbreviation, where) }
  const land = name.land ?? (name.isOfLand ? /[^\s()]+(?=\)?$)/.exec(name.text)?.[0] : undefined)
  if (where === undefined && land !== undefined)
    return { ...unknown, class: 'outside', message: say`${abbreviation} is law of another state (${land})` }
  const other = isOfLaender(abbreviation) ? undefined : await lawInOtherStates(corpus, fullName ?? name.text)
  const published = other === undefined ? '' : say`; ${other.note}`
  if (where !== undefined)
    return ofFormerLaw(
      corpus,
      { ...unknown, class: 'wrong', message: say`${abbreviation} is ${where.what}${published}` },
      where,
      norm,
    )
  const missing = noSuchLaw(corpus, fullName === undefined ? abbreviation : say`${abbreviation} (here: ${fullName})`)
  const message = say`${missing}${published}`
  if (await mustBeFederal(corpus, abbreviation)) return { ...unknown, class: 'wrong', message }
  const isVague = isOfLaender(abbreviation) || abbreviation.length < SHORTEST_SUGGESTED
  const similar = fullName === undefined && !isVague ? await suggest(name.text) : []
  const suggestions = other === undefined ? similar : [other.suggestion]
  return {
    ...unknown,
    message: isOfLaender(abbreviation) ? say`${message}; several Länder have a law that is called so` : message,
    ...(suggestions && suggestions.length > 0 && { suggestions }),
  }
}

/** The citation of a former law with the successors of the cited norm, or else those of the law. */
async function ofFormerLaw(corpus: Corpus, citation: Citation, { former }: OutOfScopeLaw, { readings }: FoundNorm) {
  const { name = '', successors: laws = [] } = former ?? {}
  const successors = await successorsOf(corpus, name, formatElements(readings[0] ?? []))
  if (successors.length > 0) {
    const message = withNote(citation.message, successorsNote(successors))
    return { ...citation, message, successors, suggestions: successorCandidates(successors) }
  }
  const found = await Promise.all(laws.map((law) => corpus.findLaws(law)))
  const suggestions = found.flatMap(([law, ...others]) => (law && others.length === 0 ? [lawCandidate(law)] : []))
  return suggestions.length > 0 ? { ...citation, suggestions } : citation
}

/** Minimum length of a name with suggestions: shorter ones are similar to too many. */
const SHORTEST_SUGGESTED = 3

/** A member of a numbered series: `SGB XV`, `99. BImSchV`. */
const SERIES_MEMBER =
  /^(?:(?:SGB|Sozialgesetzbuch(?:e?s)?) (?:[IVX]+|\d+)|(?:\d{1,3}|[IVX]+)\. ?(?<series>\p{L}[\p{L}-]*[GVO]))$/u
/** A name that only federal laws have: `Bundesrosengesetz`. */
const FEDERAL_NAME = /^Bundes(?:-\p{Lu})?\p{Ll}{2,}\p{L}*(?:gesetz|ordnung|verordnung)(?:e?s)?$/u

/** True if a law of this name would be federal, and the corpus has the federal laws. */
async function mustBeFederal(corpus: Corpus, name: string): Promise<boolean> {
  const member = SERIES_MEMBER.exec(name)
  if (member !== null) {
    const first = member.groups?.series === undefined ? 'SGB I' : `1. ${member.groups.series}`
    return (await corpus.findLaws(first)).length > 0
  }
  // A corpus with the constitution is assumed to have all federal laws; a smaller one proves nothing.
  return FEDERAL_NAME.test(name) && (await corpus.findLaws('gg')).length > 0
}
