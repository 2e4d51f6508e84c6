/** Search over the starter dataset, for tests: results in short form. */

import { openCorpus } from '../../src/dataset/open.ts'
import type { Norm } from '../../src/model/corpus.ts'
import type { SearchHit } from '../../src/search/records.ts'
import { wordsOf } from '../../src/search/tokenizer.ts'
import { searchCorpus } from './search-corpus.ts'

export const corpus = await openCorpus({ dataset: 'starter' })

/** The maximum for the starter dataset. */
const ALL = 200

type Changes = Parameters<typeof searchCorpus>[2]

export const search = (query: string, changes: Changes = {}) => searchCorpus(corpus, query, { limit: ALL, ...changes })

/** `msgb par:16`. */
export const nameOf = ({ code, norm }: Pick<SearchHit, 'code' | 'norm'>) => `${code} ${norm}`

/** Names of a query's results, best first. */
export const found = async (query: string, changes: Changes = {}) => (await search(query, changes)).items.map(nameOf)

/** The highlighted parts of the snippet. */
export const marked = ({ snippet, highlights }: SearchHit) =>
  highlights.map(([start, end]) => snippet.slice(start, end).replaceAll('\u00ad', ''))

export async function hitOf(query: string, name: string, changes: Changes = {}): Promise<SearchHit> {
  const hit = (await search(query, changes)).items.find((item) => nameOf(item) === name)
  if (hit === undefined) throw new Error(`${query} does not find ${name}`)
  return hit
}

/** A norm with the words of its designation, heading and text. */
export interface NormWords {
  name: string
  norm: Norm
  parts: string[][]
}

/** All norms, by law code and in document order. */
export const norms: NormWords[] = []
for (const { code } of (await corpus.laws({})).items) {
  for (const { norm: path } of await corpus.outline(code)) {
    const norm = (await corpus.norm(code, path)) as Norm
    const parts = [norm.label, norm.heading, norm.text].map(wordsOf)
    norms.push({ name: nameOf({ code, norm: path }), norm, parts })
  }
}

/** All distinct words of the norms. */
export const words = [...new Set(norms.flatMap(({ parts }) => parts.flat()))]
