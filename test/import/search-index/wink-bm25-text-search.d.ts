/** Types of the used part of wink-bm25-text-search, which ships without types. */
declare module 'wink-bm25-text-search' {
  export interface Engine {
    defineConfig(configuration: { fldWeights: Record<string, number> }): boolean
    /** `search` calls the tasks with a string, `addDoc` with the value of a field. */
    definePrepTasks(tasks: ((input: string | string[]) => string[])[]): number
    addDoc(document: Readonly<Record<string, readonly (string | number)[]>>, id: number): number
    /** Computes scores, rounded to 4 to 9 decimals. */
    consolidate(digits?: number): boolean
    /** Weighted term frequencies of each document; after `consolidate`, its scores. */
    getDocs(): Record<number, { freq: Record<string, number> }>
    /** Term numbers, in order of first occurrence. */
    getTokens(): Record<string, number>
    /** Document ids with their scores, best first. */
    search(text: string, limit?: number): [string, number][]
  }

  export default function createEngine(): Engine
}
