/** One norm that search found, as it is shown. */
export interface SearchHit {
  code: string
  abbreviation: string
  norm: string
  label: string
  heading: string
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`. */
  highlights: [number, number][]
  score: number
}
