/**
 * BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 Extension to Multiple Weighted Fields", CIKM 2004) as
 * wink-bm25-text-search computes it, from statistics of all documents, whichever shard they were learned in.
 */

export interface Weighing {
  /** How soon further occurrences of a term cease to count. */
  k1: number
  /** How much the length of a document counts, 0 to 1. */
  b: number
}

/** How much a term tells, from the number of documents, and of those that hold it. */
export function inverseDocumentFrequency(documents: number, holders: number): number {
  return Math.log((documents - holders + 0.5) / (holders + 0.5) + 1)
}

/**
 * What a weighted frequency counts, 0 to `k1 + 1`.
 * @param length of the document in multiples of the average
 */
export function saturate(frequency: number, length: number, { k1, b }: Weighing): number {
  return (frequency * (k1 + 1)) / (k1 * (1 - b + b * length) + frequency)
}
