/** Which of two designations in a row has the words between them, and whether both are of one law. */
import type { FoundDesignation } from './find.ts'
import { isJoined } from './joint.ts'
import { ARTICLES } from './law-like.ts'
import { readSeparator, skipApplied } from './read-values.ts'
import type { Tokens } from './tokens.ts'
import { abbreviationAmong } from './unknown-law.ts'

/**
 * Settles what two designations in a row share: words between them that may be a name are the later one's if the
 * earlier has its name in front (`ZPO § 319 HGB § 6`), else the earlier one's. A conjunction alone links them, and
 * `zu` links an annex with what it belongs to.
 */
export function link(
  tokens: Tokens,
  earlier: FoundDesignation,
  place: { first: number; next: number },
  later: FoundDesignation,
  index: number,
): void {
  const shared = later.namesBefore.find((name) => name.start >= earlier.end)
  if (shared !== undefined && earlier.namesAfter.some((name) => name.end > shared.start)) {
    if (earlier.namesBefore.length > 0) forget(earlier, 'namesAfter')
    else forget(later, 'namesBefore')
  }
  const commentary = later.commentaryOn?.[0]
  if (commentary !== undefined && earlier.namesAfter.some((name) => name.end > commentary.start)) {
    delete later.commentaryOn
  }
  const end = skipApplied(tokens, place.next)
  const separator = readSeparator(tokens, end)
  const begins = separator?.kind === 'with' && ARTICLES.has(tokens.word(separator.next)) ? index - 1 : index
  const alike = headOf(earlier) === headOf(later) || (separator?.kind === 'with' && headOf(later) === 'annex')
  const listed = separator?.next === begins && separator.kind !== 'to' && alike
  const owner = /^de[nm]$/.test(tokens.word(index - 1)) ? index - 2 : index - 1
  const owned = headOf(earlier) === 'annex' && tokens.word(owner) === 'zu' && place.next === owner
  const isLoose = !listed && headOf(earlier) === headOf(later) && isJoined(tokens, place.first, end, index)
  earlier.linkedToNext = listed || owned || isLoose
  if (isLoose && !owned) earlier.linkedLoosely = true
}

const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function forget(designation: FoundDesignation, names: 'namesAfter' | 'namesBefore'): void {
  designation[names] = []
  const articles = headOf(designation) === 'art'
  const abbreviation = abbreviationAmong([...designation.namesAfter, ...designation.namesBefore], articles)
  if (abbreviation === undefined) delete designation.abbreviation
  else designation.abbreviation = abbreviation
}
