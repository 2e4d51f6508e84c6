/** Notes on a citation: parts of its wording that its norm does not express. */
import { say, sayAll } from '../i18n/texts.ts'
import type { Designation, Qualifier } from './designation.ts'
import { ANNEX_PARTS } from './grammar/lexicon.ts'
import { namedVersion } from './text/edition-day.ts'

/**
 * A note on `f.` and `ff.`: `§§ 433 ff.` and `Abs. 1 ff.` leave the number open, and nothing may follow `§ 433 f.`
 * @param given number of norms or parts given for it
 */
export function followingNote(
  { following, subdivisionFollowing }: Pick<Designation, 'following' | 'subdivisionFollowing'>,
  given: number,
): string | null {
  const said = subdivisionFollowing ?? following
  const isPart = subdivisionFollowing !== undefined
  if (said === 'ff') {
    return isPart
      ? say`“ff.” leaves open where the series ends; only its first part is given`
      : say`“ff.” leaves open where the series ends; only its first norm is given`
  }
  if (said !== 'f' || given !== 1) return null
  return isPart
    ? say`“f.” names the next part, too, but there is none`
    : say`“f.” names the next norm, too, but there is none`
}

/** For an edition missing from a corpus of one state. */
export const editionNote = (words: string) =>
  say`the text names an edition (${words}); the corpus has one wording only, which may differ`

/** For an edition missing from a corpus of several states. @param reason if the words name a version */
export const otherEditionNote = (words: string, reason?: string) =>
  say`the text names an edition (${words}), which may differ from the text given here${reason === undefined ? '' : say`: ${reason}`}`

/** For an edition in the corpus. @param day ISO date of a state, or between two with the same text */
export function versionNote(words: string, day: string): string {
  const version = namedVersion(words)?.by === 'former' ? say`the only former version that the corpus has, ` : ''
  return say`the text names an edition (${words}), here ${version}as published on ${day}`
}

const UNNUMBERED: Record<string, string> = { eingang: 'Eingangshalbsatz', ende: 'am Ende' }
const PARTS: Record<string, string> = { nr: 'Nummer', buchst: 'Buchstabe' }

/** Returns a note if the text names a smaller part than a path can (`Nr. 7 Satz 2`, `Halbsatz 1`); else `null`. */
export function smallerPartNote(qualifiers: readonly Qualifier[]): string | null {
  const names = partNames(qualifiers.filter(({ kind }) => kind !== 'fassung'))
  const variant = qualifiers.find(({ kind }) => kind === 'vzkat')?.value
  if (variant !== undefined)
    return say`variant ${variant} of the sign is in the catalogue of road signs (VzKat), not in the law`
  return names === '' ? null : say`the text names ${names} of it; only the whole can be given`
}

/** `Nummer 7 Satz 2`, `letzter Halbsatz`, `a. F.` */
export function partNames(parts: readonly Qualifier[]): string {
  const names = parts.map(({ kind, value }) => {
    if (kind === 'fassung') return EDITIONS[value] ?? value
    const name = PARTS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    // `letzter Halbsatz` has no number.
    const number = (ANNEX_PARTS as ReadonlySet<string>).has(kind) ? value.toUpperCase() : value
    return UNNUMBERED[value] ?? (value.endsWith('letzter') ? `${value} ${name}` : `${name} ${number}`)
  })
  return names.join(' ')
}

const EDITIONS: Record<string, string> = { alt: 'a. F.', neu: 'n. F.' }

/** The edition that a designation names: `a. F.` */
export const editionOf = ({ qualifiers }: Pick<Designation, 'qualifiers'>) =>
  EDITIONS[qualifiers.find(({ kind }) => kind === 'fassung')?.value ?? '']

/**
 * Returns a note on everything that a norm path cannot express: a smaller part, an edition, following norms.
 * @param given number of norms or parts given
 * @param noteOnEdition of the corpus. Default: of a corpus of one state
 */
export function omissionNote(
  designation: Pick<Designation, 'qualifiers' | 'following' | 'subdivisionFollowing'>,
  given = 1,
  noteOnEdition: (words: string) => string = editionNote,
): string | undefined {
  const { qualifiers } = designation
  const edition = editionOf(designation)
  const notes = [
    smallerPartNote(qualifiers),
    edition === undefined ? null : noteOnEdition(edition),
    followingNote(designation, given),
  ]
  return sayAll(notes.filter((note) => note !== null)) || undefined
}
