/** Notes on a citation: the parts of its wording that the norm it leads to does not express. */
import type { Designation, Qualifier } from './designation.ts'

/**
 * A note on `f.` and `ff.`: `§§ 433 ff.` and `Abs. 1 ff.` leave open how many are meant, and nothing may follow in `§ 433 f.`
 * @param given how many norms or parts are given for it
 */
export function followingNote(
  { following, subdivisionFollowing }: Pick<Designation, 'following' | 'subdivisionFollowing'>,
  given: number,
): string | null {
  const what = subdivisionFollowing === undefined ? 'norm' : 'part'
  const said = subdivisionFollowing ?? following
  if (said === 'ff') return `“ff.” leaves open where the series ends; only its first ${what} is given`
  return said === 'f' && given === 1 ? `“f.” names the next ${what}, too, but there is none` : null
}

/** For an edition of a law. */
export const editionNote = (words: string) =>
  `the text names an edition (${words}); the corpus has one wording only, which may differ`

const UNNUMBERED: Record<string, string> = { eingang: 'Eingangshalbsatz', ende: 'am Ende' }
const PARTS: Record<string, string> = { nr: 'Nummer', buchst: 'Buchstabe' }

/** Returns a note if the text names a smaller part than a path can (`Nr. 7 Satz 2`, `Halbsatz 1`), else `null`. */
export function smallerPartNote(qualifiers: readonly Qualifier[]): string | null {
  const names = partNames(qualifiers.filter(({ kind }) => kind !== 'fassung'))
  return names === '' ? null : `the text names ${names} of it; only the whole can be given`
}

/** `Nummer 7 Satz 2`, `letzter Halbsatz`, `a. F.` */
export function partNames(parts: readonly Qualifier[]): string {
  const names = parts.map(({ kind, value }) => {
    if (kind === 'fassung') return EDITIONS[value] ?? value
    const name = PARTS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    // `letzter Halbsatz`, which has no number.
    return UNNUMBERED[value] ?? (value.endsWith('letzter') ? `${value} ${name}` : `${name} ${value}`)
  })
  return names.join(' ')
}

const EDITIONS: Record<string, string> = { alt: 'a. F.', neu: 'n. F.' }

/**
 * Returns a note on all that a norm path cannot express: a smaller part, an edition, the norms that follow.
 * @param given how many norms or parts are given
 */
export function omissionNote(
  designation: Pick<Designation, 'qualifiers' | 'following' | 'subdivisionFollowing'>,
  given = 1,
): string | undefined {
  const { qualifiers } = designation
  const edition = EDITIONS[qualifiers.find(({ kind }) => kind === 'fassung')?.value ?? '']
  const notes = [
    smallerPartNote(qualifiers),
    edition === undefined ? null : editionNote(edition),
    followingNote(designation, given),
  ]
  return notes.filter(Boolean).join('; ') || undefined
}
