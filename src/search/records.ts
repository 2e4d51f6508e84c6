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
  /** What the score is made of, where that was asked for. */
  explanation?: ScorePart[] | undefined
}

/** Something that adds to a score, or takes from it. The parts of a score add up to it. */
export interface ScorePart {
  /**
   * `term`: a term of the query in a field; `prefix`: words that begin so; `prior`: what is known of the norm without the
   * query; `law_named`: the query names its law, and is its `heading` beside; `heading`: the query is its `heading`, or
   * that of a `section` which begins with it; `share`: its law or its section has a share in the best hits;
   * `designation`: the query is its designation.
   */
  kind: 'term' | 'prefix' | 'prior' | 'law_named' | 'heading' | 'share' | 'designation'
  /** The term, the prefix, the prior, `law`, `section` or `heading`. */
  name: string
  /** Where the term stands: a field, or `citations` for the words around citations of the norm; else null. */
  field: string | null
  /** The words of the query that the term comes from, and how; else null. */
  from: string | null
  origin: 'word' | 'part' | 'paraphrase' | null
  score: number
}
