/** Sample queries with the norms that answer them. */
import { readFileSync } from 'node:fs'
import type { Corpus } from '../src/model/corpus.ts'

export interface Question {
  kind: string
  query: string
  /** `jurabk|enbez` */
  accepted: string[]
}

export function readQuestions(file: string): Question[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind = '', query = '', accepted = ''] = line.split('\t')
      return { kind, query, accepted: accepted.split(';').map((norm) => norm.trim()) }
    })
}

/** The accepted norms, each as `code label`. */
export async function acceptedNorms(corpus: Corpus, { accepted }: Question): Promise<ReadonlySet<string>> {
  const norms = new Set<string>()
  for (const norm of accepted) {
    const [law = '', label = ''] = norm.split('|')
    for (const { code } of await corpus.findLaws(law)) norms.add(`${code} ${label}`)
  }
  return norms
}

/** Rank of the first accepted norm; 0 if there is none. */
export function rankAmong(found: readonly { code: string; label: string }[], accepted: ReadonlySet<string>): number {
  return found.findIndex(({ code, label }) => accepted.has(`${code} ${label}`)) + 1
}
