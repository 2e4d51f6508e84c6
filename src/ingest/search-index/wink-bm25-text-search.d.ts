/** The parts of wink-bm25-text-search that are used here; the package brings no types. */
declare module 'wink-bm25-text-search' {
  interface Configuration {
    /** The fields of a document and how many times each of their words counts. */
    fldWeights: Record<string, number>
    bm25Params?: { k1?: number; b?: number; k?: number }
  }

  /** A learned document: the weighted frequency of each of its terms, after `consolidate` the term's score in it. */
  export interface LearnedDocument {
    freq: Record<string, number>
    length: number
  }

  export interface Engine {
    defineConfig(configuration: Configuration): boolean
    /** `search` gives the tasks a string, `addDoc` the value of the field. */
    definePrepTasks(tasks: ((input: string | string[]) => string[])[]): number
    addDoc(document: Readonly<Record<string, readonly (string | number)[]>>, id: number): number
    /** `digits` (4 to 9) is the number of decimals that the scores are rounded to. */
    consolidate(digits?: number): boolean
    getDocs(): Record<number, LearnedDocument>
    /** The number of each term, in the order in which terms were met. */
    getTokens(): Record<string, number>
    /** Forgets everything. */
    reset(): boolean
    /** Document ids with their scores, best first. */
    search(text: string, limit?: number): [string, number][]
  }

  export default function createEngine(): Engine
}
