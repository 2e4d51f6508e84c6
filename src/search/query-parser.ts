/**
 * The query language. Every string is a query: a word matches in any inflection, `"several words"` must occur in the norm
 * verbatim, `+word` must occur, `-word` must not, `prefix*` matches all words that begin with it. `law:name` restricts the
 * laws, `heading:word` must occur in the heading. `AND`, `OR`, `NOT` and brackets join all of these. Everything else is
 * ignored, including misplaced signs (`a - b`, an unpaired `"`); an operator without an operand is a word.
 */
import { isStopWord } from './german/stop-words.ts'
import { scanWords, wordsOf } from './tokenizer.ts'

/** Restrictions by words without an operator between them. */
interface Restrictions {
  /** Clauses that may match, in their order; those that are required must. */
  wanted: Clause[]
  /** Clauses that must not match. */
  excluded: Clause[]
  /** Names of laws as they were typed. The law of a norm must be one of them, */
  laws: string[]
  /** and none of these. */
  excludedLaws: string[]
}

export interface Query extends Restrictions {
  /** The query as it was typed. */
  text: string
  /** The text searched for names of laws and designations: without names after `law:` and operands of `NOT`. */
  prose: string
  /** Condition on norms, if there are operators. Then all clauses are from it, and `laws` and `excludedLaws` are empty. */
  condition?: Condition
}

/**
 * `AND` (`all`), `OR` (`any`) and `NOT`. Norms fulfil a group if they match all that it requires: brackets, phrases, headings,
 * `+word`, its laws, nothing excluded; without such clauses and brackets, any of its words.
 */
export type Condition =
  | { kind: 'all' | 'any'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  | ({ kind: 'group'; nested: Condition[] } & Restrictions)

type Group = Extract<Condition, { kind: 'group' }>

/**
 * A clause of a query. A `word` matches in all inflections, a `phrase` is a verbatim sequence of words, a `prefix` stands for
 * the words that begin with it. Words are those of `scanWords`.
 */
export type Clause = (
  | { kind: 'word'; word: string; required: boolean }
  | { kind: 'phrase'; words: string[]; required: true }
  | { kind: 'prefix'; prefix: string; required: boolean }
) & {
  /** True if only the heading of a norm counts. */
  inHeading?: true
}

/** Minimum length of a prefix: a shorter one matches too much and is read as a word. */
const SHORTEST_PREFIX = 2

/** Reads a query. Takes any string and never throws; linear in its length. */
export function parseQuery(text: string): Query {
  const reader = new QueryReader(tokensOf(text))
  const condition = reader.readAny(false)
  const prose = without(text, reader.left)
  if (condition.kind === 'group' && condition.nested.length === 0) {
    const { laws, excludedLaws } = condition
    return { text, prose, ...clausesOf(condition), laws, excludedLaws }
  }
  return { text, prose, ...clausesOf(condition), laws: [], excludedLaws: [], condition }
}

/** The names of laws after `law:`, each once, in their order. */
export function lawsNamedIn({ laws, excludedLaws, condition }: Query): string[] {
  const names = [...laws, ...excludedLaws]
  if (condition !== undefined)
    visitGroups(condition, false, (group) => names.push(...group.laws, ...group.excludedLaws))
  return [...new Set(names)]
}

/** A text without some stretches, which ascend. */
function without(text: string, stretches: readonly Token[]): string {
  let rest = ''
  let next = 0
  for (const { start, end } of stretches) {
    rest += `${text.slice(next, start)} `
    next = end
  }
  return rest + text.slice(next)
}

/** All clauses of a condition, each once. */
function clausesOf(condition: Condition): Pick<Query, 'wanted' | 'excluded'> {
  const wanted = new Map<string, Clause>()
  const excluded = new Map<string, Clause>()
  const add = (clauses: readonly Clause[], to: Map<string, Clause>) => {
    for (const clause of clauses) if (!to.has(JSON.stringify(clause))) to.set(JSON.stringify(clause), clause)
  }
  visitGroups(condition, false, (group, isNegated) => {
    add(group.wanted, isNegated ? excluded : wanted)
    add(group.excluded, isNegated ? wanted : excluded)
  })
  return { wanted: [...wanted.values()], excluded: [...excluded.values()] }
}

function visitGroups(
  condition: Condition,
  isNegated: boolean,
  visit: (group: Group, isNegated: boolean) => void,
): void {
  if (condition.kind === 'group') visit(condition, isNegated)
  const parts = condition.kind === 'group' ? condition.nested : [condition.of].flat()
  for (const part of parts) visitGroups(part, isNegated !== (condition.kind === 'not'), visit)
}

/** Reads tokens by recursive descent. `OR` binds weaker than `AND`, which binds weaker than juxtaposition. */
class QueryReader {
  /** The tokens left out of the prose, in their order. */
  readonly left: Token[] = []
  readonly #tokens: readonly Token[]
  #next = 0
  /** The previous word, for the ends of compounds. */
  #before = ''

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  /** @param isNegated true if all of it is excluded */
  readAny(isNegated: boolean): Condition {
    return this.#readJoined('OR', 'any', () => this.#readJoined('AND', 'all', () => this.#readGroup(isNegated)))
  }

  #readJoined(operator: 'AND' | 'OR', kind: 'all' | 'any', read: () => Condition): Condition {
    const first = read()
    if (this.#tokens[this.#next]?.kind !== operator) return first
    const of = [first]
    while (this.#tokens[this.#next]?.kind === operator) {
      this.left.push(this.#tokens[this.#next] as Token)
      this.#next += 1
      of.push(read())
    }
    return { kind, of }
  }

  #readGroup(isNegated: boolean): Condition {
    const group: Group = { kind: 'group', wanted: [], excluded: [], laws: [], excludedLaws: [], nested: [] }
    let isExcluded = false
    for (let token = this.#tokens[this.#next]; token !== undefined; token = this.#tokens[this.#next]) {
      if (token.kind === 'AND' || token.kind === 'OR' || token.kind === 'close') break
      this.#next += 1
      if (token.kind === 'NOT') {
        this.left.push(token)
        isExcluded = !isExcluded
        continue
      }
      if (token.kind === 'open') {
        const isNot = isExcluded !== (token.sign === '-')
        const nested = this.readAny(isNegated !== isNot)
        this.#next += 1
        group.nested.push(isNot ? { kind: 'not', of: nested } : nested)
      } else if (token.kind === 'piece') this.#addPiece(group, token, isExcluded, isNegated)
      isExcluded = false
    }
    const [only] = group.nested
    const isPlain = group.wanted.length + group.excluded.length + group.laws.length + group.excludedLaws.length === 0
    return only !== undefined && isPlain && group.nested.length === 1 ? only : group
  }

  /** @param isExcluded true after `NOT` @param isNegated true if the whole group is excluded */
  #addPiece(group: Group, piece: Piece, isExcluded: boolean, isNegated: boolean): void {
    const { quoted, bare } = piece
    const before = this.#before
    // After a stop word or a comma `-` stands for the beginning of a compound: `Rechte und -pflichten`.
    const isSuspended = piece.sign === '-' && (before.endsWith(',') || isStopWord(wordsOf(before).at(-1) ?? ''))
    const sign = isSuspended ? '' : piece.sign
    // An excluded stop word (`-der -die`) begins nothing.
    this.#before = sign === '-' && !bare.endsWith(',') ? '' : bare
    const isNot = isExcluded !== (sign === '-')
    const isLaw = piece.field === 'law' && wordsOf(quoted ?? bare).length > 0
    if (isLaw || isExcluded || isNegated) this.left.push(piece)
    if (isLaw) {
      const names = quoted === undefined ? bare.split(',') : [quoted]
      group[isNot ? 'excludedLaws' : 'laws'].push(...names.map((name) => name.trim()).filter((name) => name !== ''))
      return
    }
    const isOperated = sign !== '' || piece.field === 'heading'
    const clauses = quoted === undefined ? readBare(bare, isOperated) : readPhrase(wordsOf(quoted))
    // A field without a value is a word.
    if (piece.field !== undefined && clauses.length === 0) clauses.push(...readBare(piece.field, false))
    else if (piece.field !== undefined) for (const clause of clauses) clause.inHeading = true
    group[isNot ? 'excluded' : 'wanted'].push(...clauses)
  }
}

/** True if a query asks for anything: a query that only excludes does not. */
export const hasWantedClause = (query: Query) => query.wanted.length > 0

/** The number of phrases and prefixes in a query, excluded ones included. */
export const costlyClauses = ({ wanted, excluded }: Query) =>
  [...wanted, ...excluded].filter(({ kind }) => kind !== 'word').length

/** The words that a clause names, `[prefix]` for a prefix. */
export function wordsIn(clause: Clause): string[] {
  if (clause.kind === 'phrase') return clause.words
  return [clause.kind === 'word' ? clause.word : clause.prefix]
}

function readPhrase(words: string[]): Clause[] {
  if (words.length === 0) return []
  return [{ kind: 'phrase', words, required: true }]
}

/** Reads a piece without quotation marks, mostly one word. With an operator several words (`+Miet-Vertrag`) are a phrase. */
function readBare(piece: string, operated: boolean): Clause[] {
  let lastEnd = 0
  const words: string[] = []
  scanWords(piece, (word, _start, end) => {
    words.push(word)
    lastEnd = end
  })
  const last = words.at(-1)
  const isPrefix = last !== undefined && piece.startsWith('*', lastEnd) && last.length >= SHORTEST_PREFIX
  if (isPrefix) words.pop()
  const clauses: Clause[] =
    operated && words.length > 1
      ? readPhrase(words)
      : words.map((word): Clause => ({ kind: 'word', word, required: operated }))
  if (isPrefix) clauses.push({ kind: 'prefix', prefix: last, required: operated })
  return clauses
}

/** A word or several, or a quotation, with what precedes it. */
interface Piece {
  kind: 'piece'
  sign: string
  /** `law` or `heading`, if the piece begins so. */
  field: string | undefined
  /** The text in its quotation marks; without marks, all of it. */
  quoted: string | undefined
  bare: string
  start: number
  end: number
}

type Token =
  | Piece
  | { kind: 'open'; sign: string; start: number; end: number }
  | { kind: 'close'; start: number; end: number }
  | { kind: 'AND' | 'OR' | 'NOT'; start: number; end: number }

/** Maximum nesting depth: deeper brackets are ignored, so that reading needs no deep stack. */
const MOST_NESTED = 50
const OPERATOR = /\b(?:AND|OR|NOT)\b/
const MARKS = '.,;:!?'

/** A sign, a field, and a quotation, or anything up to the next blank or quotation mark. A lone mark after a field is not a quotation. */
const pieces = (before: string, bracket: string) =>
  new RegExp(
    String.raw`(?<sign>(?<![^\s\p{Cc}${before}])[+-])?(?:${bracket}(?:(?<field>law|heading):(?=[^\s\p{Cc}])(?:["„“”»«](?=[^"„“”»«]*$))?)?(?:"(?<plain>[^"]*)"|[„“”](?<low>[^„“”"]*)[“”"]|[»«](?<angle>[^»«]*)[»«]|(?<bare>[^\s\p{Cc}"„“”»«]+|["„“”»«])))`,
    'giu',
  )
const PLAIN = pieces('', '')
const GROUPED = pieces('(', String.raw`(?<open>\()|`)

/** The tokens of a query. Brackets count only if an operator stands between operands. Linear in the length. */
function tokensOf(text: string): Token[] {
  if (OPERATOR.test(text)) {
    const tokens = withOperands(withPairs(scan(text, GROUPED)))
    if (tokens.some(({ kind }) => kind === 'AND' || kind === 'OR' || kind === 'NOT')) return tokens
  }
  return scan(text, PLAIN)
}

function scan(text: string, pattern: RegExp): Token[] {
  const tokens: Token[] = []
  for (const { groups = {}, index: start, 0: written } of text.matchAll(pattern)) {
    const { sign = '', field, plain, low, angle, bare = '' } = groups
    const end = start + written.length
    if (groups.open !== undefined) {
      tokens.push({ kind: 'open', sign, start, end })
      continue
    }
    const quoted = plain ?? low ?? angle
    const piece: Piece = { kind: 'piece', sign, field: field?.toLowerCase(), quoted, bare, start, end }
    if (quoted === undefined && pattern === GROUPED) tokens.push(...withoutBrackets(piece))
    else if (pattern === PLAIN || hasWords(field, quoted ?? '')) tokens.push(piece)
  }
  return tokens
}

/** True if a piece is an operand. A field without a value is a word. */
const hasWords = (field: string | undefined, value: string) => field !== undefined || wordsOf(value).length > 0

/** Splits brackets that end a group from a piece, `Pacht).`, but not those of `Mieter(in)`; and finds operators. */
function withoutBrackets(piece: Piece): Token[] {
  const { sign, field, bare, start, end } = piece
  let close = bare.length
  while (close > 0 && MARKS.includes(bare.charAt(close - 1))) close -= 1
  const unpaired = bare.split(')').length - bare.split('(').length
  let rest = close
  while (close - rest < unpaired && bare.charAt(rest - 1) === ')') rest -= 1
  const word = rest === close ? bare : bare.slice(0, rest)
  const tokens: Token[] = []
  if (sign === '' && field === undefined && (word === 'AND' || word === 'OR' || word === 'NOT')) {
    tokens.push({ kind: word, start, end: start + word.length })
  } else if (hasWords(field, word)) tokens.push({ ...piece, bare: word, end: end - bare.length + word.length })
  for (let count = rest; count < close; count += 1) tokens.push({ kind: 'close', start: end, end })
  return tokens
}

/** Removes unpaired and empty brackets. */
function withPairs(tokens: readonly Token[]): Token[] {
  const open: { index: number; content: number }[] = []
  const paired = new Set<number>()
  let content = 0
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === 'open') open.push({ index, content })
    else if (kind !== 'close') content += 1
    else {
      const partner = open.pop()
      if (partner === undefined || partner.content === content || open.length >= MOST_NESTED) continue
      paired.add(partner.index).add(index)
    }
  }
  return tokens.filter(({ kind }, index) => (kind !== 'open' && kind !== 'close') || paired.has(index))
}

/** Turns operators that lack an operand into words. */
function withOperands(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  let isBefore = false
  for (const [index, token] of [...result.entries()].reverse()) {
    if (token.kind === 'AND' || token.kind === 'OR' || token.kind === 'NOT') {
      if (!isBefore) result[index] = wordOf(token.kind, token)
      isBefore = !isBefore || token.kind === 'NOT'
    } else isBefore = token.kind !== 'close'
  }
  let isAfter = false
  for (const [index, token] of result.entries()) {
    if ((token.kind === 'AND' || token.kind === 'OR') && !isAfter) {
      result[index] = wordOf(token.kind, token)
      isAfter = true
    } else isAfter = token.kind === 'piece' || token.kind === 'close'
  }
  return result
}

const wordOf = (bare: string, { start, end }: { start: number; end: number }): Piece => {
  return { kind: 'piece', sign: '', field: undefined, quoted: undefined, bare, start, end }
}
