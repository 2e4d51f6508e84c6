/** Results of the test client. */
export interface Walk {
  /** The codes of all laws, page by page. */
  laws: string[]
  /** The labels of all results, page by page. */
  results: string[]
  /** End offsets of the highlights of the first result. */
  ends: number[]
  /** Headings of a norm and of its parts. */
  norm: { heading: string; parts: string[] }
  /** The kind of an error, and its suggestions. */
  error: { kind: string; suggestions: string[] }
}
