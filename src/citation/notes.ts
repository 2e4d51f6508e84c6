/** Notes on a citation: the parts of its wording that the norm it leads to does not express. */
import type { Qualifier } from './designation.ts'

/** For `§§ 433 ff.` */
export const FIRST_OF_SERIES_NOTE = '“ff.” leaves open where the series ends; only its first norm is given'
/** For `§ 433 f.`, where a single norm is given. */
const FIRST_OF_TWO_NOTE = '“f.” names the next norm, too; only the first is given'

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

/** Returns a note on all that a norm path cannot express: a smaller part, an edition, the norms that follow. */
export function omissionNote(qualifiers: readonly Qualifier[], following: unknown): string | undefined {
  const edition = EDITIONS[qualifiers.find(({ kind }) => kind === 'fassung')?.value ?? '']
  const notes = [
    smallerPartNote(qualifiers),
    edition === undefined ? null : editionNote(edition),
    following === undefined ? null : following === 'ff' ? FIRST_OF_SERIES_NOTE : FIRST_OF_TWO_NOTE,
  ]
  return notes.filter(Boolean).join('; ') || undefined
}
