/** Types of what is used of wink-bm25-text-search, which has none. */
declare module 'wink-bm25-text-search' {
  export interface Engine {
    defineConfig(configuration: { fldWeights: Record<string, number> }): boolean
    /** Tasks are called with a string by `search`, with the value of a field by `addDoc`. */
    definePrepTasks(tasks: ((input: string | string[]) => string[])[]): number
    addDoc(document: Readonly<Record<string, readonly (string | number)[]>>, id: number): number
    /** Computes scores, rounded to 4 to 9 decimals. */
    consolidate(digits?: number): boolean
    /** The weighted frequencies of each document's terms; after `consolidate` their scores. */
    getDocs(): Record<number, { freq: Record<string, number> }>
    /** The numbers of terms, in the order in which they occurred. */
    getTokens(): Record<string, number>
    /** Document ids with their scores, best first. */
    search(text: string, limit?: number): [string, number][]
  }

  export default function createEngine(): Engine
}
