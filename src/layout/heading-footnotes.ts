import type { StructureElement } from '../corpus/corpus.ts'

/** Footnotes that stand at a heading above a norm, with the heading; empty where there are none. */
export function headingFootnotes({ label, title, footnotes }: StructureElement): string {
  return footnotes && `${label || title}: ${footnotes}`
}
