/** What is to say of a citation beside the norm that it leads to. */
import type { Qualifier } from './designation.ts'
import type { NameCandidate } from './law-mentions.ts'

/** A note that the law with this name is not in the corpus. */
export const noSuchLaw = (name: string) => `the corpus has no law ${name.replace(/\s+/g, ' ')}`

const GIVEN = 'given is the wording that the corpus has'
const OLD_VERSION = `the text names an old version (a. F.); ${GIVEN}`
/** Of `§§ 433 ff.` */
export const FIRST_OF_SERIES = 'only the first norm of the series is given'

/** `a. F.` behind the name of the law. */
const OLD = /^\s?\(?(?:a\. ?F\.|aF(?!\p{L}))/u
/** How much behind a citation is looked at. */
const LONGEST = 10

/**
 * A note where the text names an edition (`§ 5 UWG 2008`) or an old version (`§ 5 a. F. UWG`, `§ 5 UWG a. F.`), which is
 * not the wording that a corpus has; `null` where it names none.
 * @param end where the citation ends, its law included
 */
export function otherVersion(
  text: string,
  end: number,
  name: NameCandidate,
  qualifiers: readonly Qualifier[],
): string | null {
  if (name.edition !== undefined) return `the text names ${name.text} ${name.edition}; ${GIVEN}`
  return isOld(qualifiers) || OLD.test(text.slice(end, end + LONGEST)) ? OLD_VERSION : null
}

const UNCOUNTED: Record<string, string> = { eingang: 'Eingangshalbsatz', ende: 'am Ende' }
const PARTS: Record<string, string> = { nr: 'Nummer', buchst: 'Buchstabe' }

/** A note where the text names a smaller part than a path can (`Nr. 7 Satz 2`, `Halbsatz 1`); `null` where it does not. */
export function smallerPart(qualifiers: readonly Qualifier[]): string | null {
  const parts = qualifiers.filter(({ kind }) => kind !== 'fassung')
  const names = parts.map(({ kind, value }) => {
    const name = PARTS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    // `letzter Halbsatz`, which has no number.
    return UNCOUNTED[value] ?? (value.endsWith('letzter') ? `${value} ${name}` : `${name} ${value}`)
  })
  return names.length > 0 ? `the text names ${names.join(' ')} of it; given is the whole` : null
}

const isOld = (qualifiers: readonly Qualifier[]) =>
  qualifiers.some(({ kind, value }) => kind === 'fassung' && value === 'alt')

/** What a designation names and a norm path cannot: a smaller part, an old version, the norms that follow. */
export function notGiven(qualifiers: readonly Qualifier[], following: unknown): string | undefined {
  const notes = [
    smallerPart(qualifiers),
    isOld(qualifiers) ? OLD_VERSION : null,
    following === undefined ? null : FIRST_OF_SERIES,
  ]
  return notes.filter(Boolean).join('; ') || undefined
}
