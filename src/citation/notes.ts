/** Notes on a citation: the parts of its wording that the norm it leads to does not express. */
import type { Qualifier } from './designation.ts'

export const noSuchLawNote = (name: string) => `the corpus has no law ${name.replace(/\s+/g, ' ')}`

/** For `§§ 433 ff.` */
export const FIRST_OF_SERIES_NOTE = 'only the first norm of the series is given'

/** For an edition of a law. */
export const editionNote = (words: string) =>
  `the text names an edition (${words}); the corpus has one wording only, which may differ`

const UNNUMBERED: Record<string, string> = { eingang: 'Eingangshalbsatz', ende: 'am Ende' }
const PARTS: Record<string, string> = { nr: 'Nummer', buchst: 'Buchstabe' }

/** Returns a note if the text names a smaller part than a path can (`Nr. 7 Satz 2`, `Halbsatz 1`), else `null`. */
export function smallerPartNote(qualifiers: readonly Qualifier[]): string | null {
  const parts = qualifiers.filter(({ kind }) => kind !== 'fassung')
  const names = parts.map(({ kind, value }) => {
    const name = PARTS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    // `letzter Halbsatz`, which has no number.
    return UNNUMBERED[value] ?? (value.endsWith('letzter') ? `${value} ${name}` : `${name} ${value}`)
  })
  return names.length > 0 ? `the text names ${names.join(' ')} of it; only the whole can be given` : null
}

const EDITIONS: Record<string, string> = { alt: 'a. F.', neu: 'n. F.' }

/** Returns a note on all that a norm path cannot express: a smaller part, an edition, the norms that follow. */
export function omissionNote(qualifiers: readonly Qualifier[], following: unknown): string | undefined {
  const edition = EDITIONS[qualifiers.find(({ kind }) => kind === 'fassung')?.value ?? '']
  const notes = [
    smallerPartNote(qualifiers),
    edition === undefined ? null : editionNote(edition),
    following === undefined ? null : FIRST_OF_SERIES_NOTE,
  ]
  return notes.filter(Boolean).join('; ') || undefined
}
