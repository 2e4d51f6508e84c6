/** Compares what a package says of its size with what it has. */
import type { SourceFinding } from '../../../corpus/parsed-law.ts'
import { finding } from './finding.ts'
import { isObject, type ReadFile } from './package-files.ts'

/** Under which names files give the count of each kind of record. */
const NAMES = {
  laws: ['laws', 'law_count'],
  norms: ['norms', 'norm_count'],
  relationships: ['relationships', 'relationship_count'],
  source_limitations: ['source_limitations', 'source_limitation_count'],
  discovered_sources: ['discovered_sources', 'discovered_source_count'],
}

export type Counts = Partial<Record<keyof typeof NAMES, number>>

/** Objects of these files that hold counts. */
const HOLDERS = ['record_counts', 'counts']

/** A finding for every count that does not fit. */
export function compareCounts(file: ReadFile | undefined, actual: Counts): SourceFinding[] {
  if (file === undefined || !isObject(file.content)) return []
  const { content, name } = file
  const holders = [content, ...HOLDERS.map((holder) => content[holder]).filter(isObject)]
  return (Object.keys(NAMES) as (keyof Counts)[]).flatMap((kind) => {
    const count = actual[kind]
    if (count === undefined) return []
    const stated = holders.flatMap((holder) => NAMES[kind].map((key) => holder[key]))
    const wrong = new Set(stated.filter((value) => typeof value === 'number' && value !== count))
    const kinds = kind.replace('_', ' ')
    return [...wrong].map((said) =>
      finding(name, `${name} says that there are ${said} ${kinds}, but there are ${count}`),
    )
  })
}
