/** What the client of the test reads. */
export interface Walk {
  /** The codes of all laws, page by page. */
  laws: string[]
  /** The labels of all results, page by page. */
  results: string[]
  /** Ends of the highlights of the first result. */
  ends: number[]
  /** The heading of a norm, and of its parts. */
  norm: { heading: string; parts: string[] }
  /** The kind of an error, and what it suggests. */
  error: { kind: string; suggestions: string[] }
}
