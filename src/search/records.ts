/** The records of search: requests, results, and the interface that a storage engine implements. */
import type { DocumentRange } from './choice.ts'
import type { PostingList } from './postings.ts'
import type { Query } from './query-parser.ts'

/** A norm that a query designates: `§ 433 BGB`. */
export interface DesignatedNorm {
  code: string
  norm: string
  /** The part that it names. */
  subdivision?: string | undefined
}

/** A search, as a storage engine gets it. */
export interface SearchRequest {
  query: Query
  /** Codes of the laws to search; all laws if empty. */
  codes: readonly string[]
  /** Only laws of this jurisdiction, whatever its case. */
  jurisdiction?: string | undefined
  /** Codes of the laws that the query names with `law:`, by these names. A name not in the map is a code. */
  lawCodes?: ReadonlyMap<string, string> | undefined
  /** Only norms of these kinds; all if empty or undefined. */
  kinds?: readonly string[] | undefined
  /** If true, only norms in force, of laws that are not spent. */
  inForce?: boolean | undefined
  /** Norms that the query designates. They come first, in this order, if they are among the norms searched. */
  designated: readonly DesignatedNorm[]
  limit: number
  offset: number
  /** If true, each hit has an `explanation`. */
  explain?: boolean | undefined
  /** If true, only the words themselves count, in all laws, and snippets are whole texts: the query is a text to be found. */
  bare?: boolean | undefined
  /** If true, the page has counts by law and kind. */
  facets?: boolean | undefined
  /** If true, the last word is still being typed: words that begin with it count, too. */
  typing?: boolean | undefined
}

/** A word of a query that was searched as another one. */
export interface Correction {
  /** The word as typed. */
  from: string
  /** The word searched instead. */
  to: string
}

/** A page of hits. */
export interface SearchPage {
  items: SearchHit[]
  /** The number of norms that have all words of the query, or that it designates. */
  total: number
  /** The number of the others that have at least one word, or part of one: a lower bound unless `exact`. */
  partial: number
  exact: boolean
  corrections: Correction[]
  /** If the request asked for them. */
  facets?: Facets
  /** If nothing was found: words of the query, and similar words of the index. */
  near: Correction[]
}

/** Number of norms found by law and by kind, the most first: of those that have all words; if there are none, of all results. */
export interface Facets {
  /** The 20 laws with the most hits, whatever codes were requested. */
  laws: (Pick<SearchHit, 'code' | 'abbreviation' | 'title'> & { count: number })[]
  /** All kinds, whatever kinds were requested. */
  kinds: { kind: string; count: number }[]
}

/** A norm that matches, as it is shown. */
export interface SearchHit {
  code: string
  abbreviation: string
  /** Title of its law. */
  title: string
  norm: string
  /** Path of the schedule row found; `label` and `snippet` are of it. */
  subdivision?: string | undefined
  label: string
  heading: string
  /** URL of its page on the official site, `null` if unknown. */
  html_url: string | null
  snippet: string
  /** `[start, end)` offsets (UTF-16 code units) of the matching words in `snippet`. */
  highlights: [number, number][]
  score: number
  /** Reason for the hit: words of the norm, a question that people ask for it, or its designation. */
  matched_by: 'words' | 'question' | 'designation'
  /** The question, if `matched_by` is `question`. */
  question?: string | undefined
  /** Language of its text (ISO 639-1). */
  language: string
  /** The parts of the score, if the request asked for them; null if the texts of the page are too long to explain all. */
  explanation?: ScorePart[] | null | undefined
}

/** A part of a score. The parts of a score add up to it. */
export interface ScorePart {
  /**
   * `term`: a term of the query in a field; `prefix`: words that begin with a prefix of the query; `prior`: a property of
   * the norm that does not depend on the query; `question`: a question that people ask for it (`name`), and others of its
   * questions; `coverage`: the share of the query's words that it has; `law_named`: the query names the norm's law (`heading`: and the rest of
   * the query is its heading); `heading`: the query is the norm's `heading`, or that of the `section` it opens; `opening`: its place in
   * its section; `share`:
   * its law or its section has a share in the best hits; `designation`: the query designates the norm.
   */
  kind:
    | 'term'
    | 'prefix'
    | 'prior'
    | 'question'
    | 'coverage'
    | 'law_named'
    | 'heading'
    | 'opening'
    | 'share'
    | 'designation'
  /** The term, the prefix or the prior; `law`, `section`, `heading` or `norm`. */
  name: string
  /** The field of a term, or `citations` for the words around citations of the norm; else null. */
  field: string | null
  /** The words of the query that a term comes from, and how; else null. */
  from: string | null
  origin: 'word' | 'part' | 'paraphrase' | null
  score: number
}

/** Figures of an index as a whole. Documents are the norms, by their numbers. */
export interface IndexStatistics {
  documents: number
  /** The score of one impact level. */
  scale: number
  /** The average length of a document, as `bm25f.ts` measures it. */
  average_length: number
  /** Number of different terms. */
  terms: number
  /** Norms in other languages than German: ascending ranges, without their ends. Absent if there are none. */
  foreign_norms?: readonly DocumentRange[]
  /** Norms in German of each jurisdiction other than the federation and the Union, as ranges. Absent if there are none. */
  outside_norms?: Readonly<Record<string, readonly DocumentRange[]>>
  /** The number of questions. If there are none, this field and the numbers `questions` are absent. */
  questions?: number
  /** Laws that are out of force as a whole, ascending. Absent if there are none. */
  spent_laws?: readonly number[]
}

/**
 * Columns of numbers: the first norm of each law and how many laws cite it; the section of each norm and how many norms
 * cite it; Bloom filters over the words of norms and of
 * paraphrases, and over the folded names of laws.
 */
export type ColumnName =
  | 'questions'
  | 'first_norms'
  | 'citing_laws'
  | 'sections'
  | 'citations'
  | 'word_filter'
  | 'name_filter'

/**
 * Data that an engine stores for search. A search makes at most three round trips: `fetch`, `headings`, and `norms` together
 * with `explainedNorms`; two more for `kinds` and `laws` if it counts by them; one more `fetch` if words are misspelt, and one
 * `headings` for each phrase or prefix required in headings. Everything else is answered synchronously, from memory: for
 * federal law the dictionaries take 9 MB, the columns 1.5 MB and the paraphrases 0.2 MB, which an engine reads when it opens
 * the index or on first use.
 */
export interface SearchStorage {
  readonly statistics: IndexStatistics
  /** The terms of the index, and the words as they are written, with the parts of compounds as their data. */
  readonly terms: TermDictionary
  readonly words: TermDictionary
  /** The terms of the questions that people ask. Their documents are questions; a column has their norms. */
  readonly questions: TermDictionary
  column(name: ColumnName): Uint32Array
  /** The wordings that may stand for a sequence of terms, as words; undefined if there are none. */
  paraphrases(terms: readonly string[]): readonly (readonly string[])[] | undefined

  /** Loads everything that a query needs before its ranking. */
  fetch(needs: QueryNeeds): Promise<QueryData>
  /** 1 for each norm of these kinds (any if empty), in force if `inForce`. Read-only. Call it together with `fetch`. */
  normsOf(kinds: readonly string[], inForce: boolean): Promise<Uint8Array>
  /** Loads the headings of norms and of sections. */
  headings(norms: readonly number[], sections: readonly number[]): Promise<Headings>
  /** The norms with these numbers, in that order. @throws Error for an unknown number */
  norms(numbers: readonly number[]): Promise<StoredNorm[]>
  /** The kinds of all norms. Read-only. */
  kinds(): Promise<NormKinds>
  /** The laws with these numbers, in that order. @throws Error for an unknown number */
  laws(numbers: readonly number[]): Promise<Pick<StoredNorm, 'code' | 'abbreviation' | 'title'>[]>
  /** The questions with these numbers, in that order. @throws Error for an unknown number */
  askedQuestions(numbers: readonly number[]): Promise<AskedQuestion[]>
  /** Further data for the explanation of scores, in the order of `numbers`. @throws Error as `norms` */
  explainedNorms(numbers: readonly number[]): Promise<ExplainedNorm[]>
}

export interface TermDictionary {
  /** The number of documents that have a term; 0 if none has it. */
  documents(term: string): number
  /** The data stored with a term; undefined if no document has it. */
  data(term: string): Uint8Array | undefined
  /** The terms that begin with `prefix`, in the order of their UTF-8 bytes, and how many documents have each. */
  withPrefix(prefix: string): Iterable<{ term: string; documents: number }>
}

/** Data that a query reads before its ranking. The iterables are for engines that fetch; others need not consume them. */
export interface QueryNeeds {
  /** Terms and words whose postings are read. Some may be unknown. */
  terms: Iterable<string>
  words: Iterable<string>
  /** Terms whose questions are read. */
  questions: Iterable<string>
  /** Folded names that laws may have, codes of laws, and norms. */
  lawNames: readonly string[]
  codes: readonly string[]
  norms: readonly DesignatedNorm[]
  jurisdiction: string | undefined
}

/** The answer to {@link QueryNeeds}. Laws and norms are numbers. */
export interface QueryData {
  readonly terms: PostingsReader
  readonly words: PostingsReader
  readonly questions: PostingsReader
  /** Laws with a name. The list may be cut, but must have more than a query may name at once if there are more. */
  lawsNamed(name: string): readonly number[]
  lawWithCode(code: string): number | undefined
  /** 1 for each law of a jurisdiction, whatever its case. */
  lawsIn(jurisdiction: string): Uint8Array
  normNumber(norm: DesignatedNorm): number | undefined
}

export interface PostingsReader {
  /** The postings of a term; undefined if no document has it. */
  list(term: string): PostingList | undefined
  /** The terms that begin with `prefix`, in the order of their UTF-8 bytes, with their postings. */
  withPrefix(prefix: string): Iterable<{ term: string; list: PostingList }>
}

/** A heading of a law's structure, as far as search distinguishes them. */
export interface SectionHeading {
  kind: string
  label: string
  title: string
}

export interface Headings {
  norm(norm: number): string
  /** The headings above the norms of a section, outermost first. */
  section(section: number): readonly SectionHeading[]
}

/** A norm as search shows it; `text` as `tidyText` makes it. */
export interface StoredNorm
  extends Pick<SearchHit, 'code' | 'abbreviation' | 'title' | 'norm' | 'label' | 'heading' | 'html_url' | 'language'> {
  text: string
}

/** A question that people ask for a norm. */
export interface AskedQuestion {
  text: string
  /** Path of the schedule row that it asks for; `null` for the norm as a whole. */
  subdivision: string | null
}

/** The kind of each norm, as an index among names. */
export interface NormKinds {
  names: readonly string[]
  kindOf: Uint8Array
}

export interface ExplainedNorm {
  /** The first kind of its path. */
  kind: string
  repealed: boolean
  /** The title of its law, and its names besides abbreviation and title. */
  title: string
  aliases: readonly string[]
}
