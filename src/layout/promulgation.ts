import type { GazetteReference, Promulgation } from '../corpus/corpus.ts'

/** Where a law was first published: `BGBl I 2002, 42; RGBl 1896, 195`; empty if the source does not say. */
export function publishedIn(promulgation: Promulgation | null): string {
  return promulgation === null ? '' : [promulgation, ...promulgation.also].map(place).join('; ')
}

const place = ({ gazette, reference }: GazetteReference) => [gazette, reference].filter(Boolean).join(' ')
