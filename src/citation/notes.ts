/** Notes on a citation: the parts of its wording that the norm it leads to does not express. */
import type { Qualifier } from './designation.ts'
import { editionNote } from './text/editions.ts'

/** Returns a note that the law with this name is not in the corpus. */
export const noSuchLawNote = (name: string) => `the corpus has no law ${name.replace(/\s+/g, ' ')}`

/** Of `§§ 433 ff.` */
export const FIRST_OF_SERIES_NOTE = 'only the first norm of the series is given'

const UNCOUNTED: Record<string, string> = { eingang: 'Eingangshalbsatz', ende: 'am Ende' }
const PARTS: Record<string, string> = { nr: 'Nummer', buchst: 'Buchstabe' }

/** Returns a note where the text names a smaller part than a path can (`Nr. 7 Satz 2`, `Halbsatz 1`); `null` where it does not. */
export function smallerPartNote(qualifiers: readonly Qualifier[]): string | null {
  const parts = qualifiers.filter(({ kind }) => kind !== 'fassung')
  const names = parts.map(({ kind, value }) => {
    const name = PARTS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)
    // `letzter Halbsatz`, which has no number.
    return UNCOUNTED[value] ?? (value.endsWith('letzter') ? `${value} ${name}` : `${name} ${value}`)
  })
  return names.length > 0 ? `the text names ${names.join(' ')} of it; only the whole can be given` : null
}

const EDITIONS: Record<string, string> = { alt: 'a. F.', neu: 'n. F.' }

/** Returns what a designation names and a norm path cannot: a smaller part, an edition, the norms that follow. */
export function omissionNote(qualifiers: readonly Qualifier[], following: unknown): string | undefined {
  const edition = EDITIONS[qualifiers.find(({ kind }) => kind === 'fassung')?.value ?? '']
  const notes = [
    smallerPartNote(qualifiers),
    edition === undefined ? null : editionNote(edition),
    following === undefined ? null : FIRST_OF_SERIES_NOTE,
  ]
  return notes.filter(Boolean).join('; ') || undefined
}
