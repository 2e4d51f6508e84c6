/** Coordination of two designations in a row: which has the words between them, and whether they share a law. */
import { readSeparator, type Separator, skipApplied } from '../grammar/read-tokens.ts'
import { Gap, TokenKind, type Tokens } from '../grammar/tokens.ts'
import { ARTICLES, looksLikeLaw } from '../laws/law-form.ts'
import { abbreviationAmong } from '../laws/unknown-law.ts'
import type { FoundDesignation } from './found-designation.ts'
import { isPrivateNoun } from './private-rules.ts'

/**
 * Settles what two designations in a row share: words between them that may be a name are the later one's if the
 * earlier has its name in front (`ZPO § 319 HGB § 6`), else the earlier one's. A conjunction alone links them, and
 * `zu` links an annex with what it belongs to.
 */
export function link(
  tokens: Tokens,
  earlier: FoundDesignation,
  span: { first: number; next: number },
  later: FoundDesignation,
  index: number,
): void {
  const shared = later.namesBefore.find((name) => name.start >= earlier.end)
  if (shared !== undefined && earlier.namesAfter.some((name) => name.end > shared.start)) {
    if (earlier.namesBefore.length > 0) dropNames(earlier, 'namesAfter')
    else dropNames(later, 'namesBefore')
  }
  const commentary = later.commentaryOn?.[0]
  if (commentary !== undefined && earlier.namesAfter.some((name) => name.end > commentary.start)) {
    delete later.commentaryOn
  }
  const end = skipApplied(tokens, span.next)
  const separator = readSeparator(tokens, end)
  const begins = separator?.kind === 'with' && ARTICLES.has(tokens.word(separator.next)) ? index - 1 : index
  // `Art. 6 und Erwägungsgrund 47 DSGVO`
  const isBesideArticle = headOf(earlier) === 'art' && /^(?:recital|annex)$/.test(headOf(later) ?? '')
  const isWithAnnex = separator?.kind === 'with' && headOf(later) === 'annex'
  const alike = headOf(earlier) === headOf(later) || isBesideArticle || isWithAnnex
  const listed = separator?.next === begins && separator.kind !== 'to' && alike
  const owner = /^de[nm]$/.test(tokens.word(index - 1)) ? index - 2 : index - 1
  const owned = headOf(earlier) === 'annex' && tokens.word(owner) === 'zu' && span.next === owner
  const isLoose = !listed && headOf(earlier) === headOf(later) && isCoordinated(tokens, span.first, end, index)
  earlier.linkedToNext = listed || owned || isLoose
  if (isLoose && !owned) earlier.linkedLoosely = true
}

const headOf = ({ norms }: FoundDesignation) => norms[0]?.readings[0]?.[0]?.kind

function dropNames(designation: FoundDesignation, names: 'namesAfter' | 'namesBefore'): void {
  designation[names] = []
  const articles = headOf(designation) === 'art'
  const abbreviation = abbreviationAmong([...designation.namesAfter, ...designation.namesBefore], articles)
  if (abbreviation === undefined) delete designation.abbreviation
  else designation.abbreviation = abbreviation
}

/** Reads the separator at `index`; a semicolon separates designations, too. */
function readConjunction(tokens: Tokens, index: number): Separator | undefined {
  if (tokens.is(index, ';')) return { kind: 'comma', next: index + 1 }
  return tokens.word(index) === 'noch' ? { kind: 'and', next: index + 1 } : readSeparator(tokens, index)
}

/** Function words before the second: `und gemäß § 5`, `noch gegen Art. 3`, `sowie insbesondere des § 7`. */
const FUNCTION_WORDS = new Set(
  (
    'an auch auf aufgrund aus bei das dem den der des die durch entsprechend etwa ferner für gegen gem gemäß hinsichtlich im in ' +
    'insb insbesondere jeweils mit nach namentlich nicht nur sinne unter vom von vor wegen wie zu zum zur'
  ).split(' '),
)
const MOST_FUNCTION_WORDS = 6
/** Most tokens between two designations after the same word: `des § 30 (Laufbahn) und des § 34`. */
const LONGEST_BETWEEN = 16

/**
 * True if a conjunction joins the designation that begins at `first` and ends before `end` with the one at `later`:
 * with small words after it (`weder gegen § 5 noch gegen § 7`), or with any words before it if the same small word
 * leads to both (`des § 30 über die Ernennung und des § 34`).
 */
function isCoordinated(tokens: Tokens, first: number, end: number, later: number): boolean {
  if (later - end > LONGEST_BETWEEN) return false
  const preposition = tokens.word(first - 1)
  for (let at = end; at < later; at++) {
    if (tokens.gap(at) >= Gap.Paragraph || tokens.kind(at) === TokenKind.Section) return false
    const conjunction = readConjunction(tokens, at)
    const joins = conjunction?.kind === 'and' || tokens.is(at, ';') || (conjunction?.kind === 'comma' && at === end)
    if (conjunction !== undefined && joins && areFunctionWords(tokens, conjunction.next, later)) {
      const isAlike = FUNCTION_WORDS.has(preposition) && tokens.word(later - 1) === preposition
      const isComma = conjunction.kind === 'comma' && !tokens.is(at, ';')
      return isComma || at > end ? isAlike : true
    }
    if (/^[.:!?]$/.test(tokens.value(at)) || looksLikeLaw(tokens.value(at)) || isPrivateNoun(tokens.word(at)))
      return false
  }
  return false
}

function areFunctionWords(tokens: Tokens, from: number, to: number): boolean {
  if (to - from > MOST_FUNCTION_WORDS || from > to) return false
  for (let at = from; at < to; at++) if (!FUNCTION_WORDS.has(tokens.word(at))) return false
  return true
}
