/** Acts of the European Union, named by kind and number. */

import { lazy } from '../../util/lazy.ts'
import { ORDINALS } from '../grammar/lexicon.ts'
import { Gap, TokenKind, Tokens } from '../grammar/tokens.ts'
import { actNumber, numberNames } from './act-number.ts'
import table from './union-acts.json' with { type: 'json' }

const UNION_ACTS = new Set([
  ...['verordnung', 'vo', 'durchführungsverordnung', 'richtlinie', 'rl', 'beschluss', 'beschlusses', 'rahmenbeschluss'],
  ...['entscheidung', 'rahmenbeschlusses', 'beschluß', 'arb', 'delvo', 'dvo', 'durchfvo', 'durchführungsrichtlinie'],
  ...['durchführungsbeschluss', 'durchführungsbeschlusses', 'regulation', 'directive', 'decision'],
  ...['règlement', 'décision'],
])
/** Suffixes of the number: `2005/29/EG`. */
const COMMUNITIES = new Set(['EG', 'EU', 'EWG', 'EAG', 'EGKS', 'Euratom', 'GASP', 'JI'])

/** Abbreviations of the treaties with articles. German laws of the same name have sections. */
export const UNION_TREATIES: ReadonlySet<string> = new Set('EU EG EUV EGV EWGV AEUV EAGV EAG GRCh GRC EMRK'.split(' '))

/** An act, up to the token before `next`. */
export interface Act {
  next: number
  /** True if brackets or a suffix show that it is an act of the Union: `(EU) 2016/679`, `2005/29/EG`. */
  certain: boolean
}

/** Returns the index after an act: `Verordnung (EU) 2016/679`, `VO (EG) Nr. 883/2004`, `Richtlinie 2005/29/EG`. */
export function readUnionAct(tokens: Tokens, first: number): number | undefined {
  return readAct(tokens, first)?.next
}

/** Length of the longest name of an act, in tokens: `Delegierte Verordnung (EU, Euratom) Nr. 593/2008`. */
const LONGEST_ACT = 12

/** Returns the first token of an act of the Union directly before an article: `Verordnung (EG) Nr. 593/2008 Art. 3`. */
export function unionActBefore(tokens: Tokens, index: number): number | undefined {
  if (tokens.kind(index - 1) !== TokenKind.Number && !tokens.is(index - 2, '/')) return undefined
  for (let at = index - 3; at >= Math.max(0, index - LONGEST_ACT); at--) {
    if (tokens.gap(at + 1) > Gap.Line) return undefined
    if (readUnionAct(tokens, at) === index) return at
  }
  return undefined
}

function readAct(tokens: Tokens, first: number): Act | undefined {
  const word = tokens.word(first)
  const noun = /^delegierten?$/.test(word) || ORDINALS.has(word) ? first + 1 : first
  if (!UNION_ACTS.has(tokens.word(noun))) return undefined
  return tokens.is(noun + 1, '(') ? readAfterCommunity(tokens, noun + 1) : readNumberOf(tokens, noun + 1)
}

/** Returns the index after the number of an act without its kind: `(EU) 2016/679`, `(EG) Nr. 593/2008`. */
export function readNumberWithCommunity(tokens: Tokens, first: number): number | undefined {
  return tokens.is(first, '(') && COMMUNITIES.has(tokens.value(first + 1))
    ? readAfterCommunity(tokens, first)?.next
    : undefined
}

/** @param bracket before the community */
function readAfterCommunity(tokens: Tokens, bracket: number): Act | undefined {
  let next = bracket + 1
  while (next < bracket + 5 && (tokens.kind(next) === TokenKind.Word || tokens.is(next, ','))) next++
  const act = tokens.is(next, ')') ? readNumberOf(tokens, next + 1) : undefined
  return act && { ...act, certain: act.certain || COMMUNITIES.has(tokens.value(bracket + 1)) }
}

function readNumberOf(tokens: Tokens, index: number): Act | undefined {
  if (tokens.word(index) !== 'nr') return readActNumber(tokens, index)
  return readActNumber(tokens, tokens.is(index + 1, '.') ? index + 2 : index + 1)
}

/** Reads the number of an act: `883/2004`, `2005/29/EG`, `69/335/EWG`. */
export function readActNumber(tokens: Tokens, index: number): Act | undefined {
  const joined = (at: number) => tokens.is(at, '/') && tokens.gap(at) === Gap.None && tokens.gap(at + 1) === Gap.None
  if (tokens.kind(index) !== TokenKind.Number || !joined(index + 1)) return undefined
  if (tokens.kind(index + 2) !== TokenKind.Number) return undefined
  if (!joined(index + 3) || tokens.kind(index + 4) !== TokenKind.Word) return { next: index + 3, certain: false }
  return { next: index + 5, certain: COMMUNITIES.has(tokens.value(index + 4)) }
}

/** Kinds of acts in English and French. */
const FOREIGN_ACTS = /^(?:regulation|directive|decision|règlement|décision)$/i

/** True for the name of an act of the Union: kind and number, or a CELEX number. */
export function isUnionAct(text: string): boolean {
  if (actNumber(text) !== undefined) return true
  const noun = text.split(/\s/, 2).find((word) => UNION_ACTS.has(word.toLowerCase()) || FOREIGN_ACTS.test(word))
  return noun !== undefined && /\d\/\d/.test(text)
}

/** An act named in a text, with its span in UTF-16 code units. */
export interface NamedAct {
  text: string
  start: number
  end: number
}

/**
 * Finds the acts cited as a whole, not with one of their articles.
 * @param citations of the text, which include the act if one of its articles is cited
 */
export function standaloneUnionActs(
  text: string,
  tokens: Tokens,
  citations: readonly { start: number; end: number }[],
): NamedAct[] {
  const bounds = new Set(citations.flatMap(({ start, end }) => [start, end]))
  const inOrder = citations.toSorted((a, b) => a.start - b.start)
  let next = 0
  let reach = 0
  return findUnionActs(text, tokens).filter(({ start, end }) => {
    for (; next < inOrder.length && (inOrder[next]?.start ?? 0) <= start; next++)
      reach = Math.max(reach, inOrder[next]?.end ?? 0)
    return end > reach && !bounds.has(start) && !bounds.has(end)
  })
}

/**
 * Finds the acts that a text names, with or without an article: by kind and number, or by a number that only acts have
 * (`69/335/EWG`). Linear in its length.
 */
export function findUnionActs(text: string, tokens = new Tokens(text)): NamedAct[] {
  const found: NamedAct[] = []
  // Fast path: most texts contain no number of an act.
  if (!/\/\d/.test(text)) return found
  for (let index = 0; index < tokens.count; ) {
    const inNumber = tokens.is(index - 1, '/') && tokens.gap(index) === Gap.None
    const act = inNumber ? undefined : (readAct(tokens, index) ?? readActNumber(tokens, index))
    if (act?.certain) {
      const [start, end] = [tokens.start(index), tokens.end(act.next - 1)]
      found.push({ text: text.slice(start, end), start, end })
    }
    index = act?.certain ? act.next : index + 1
  }
  return found
}

/** Returns the short names by the CELEX numbers of acts, the displayed one first. */
export const unionNames = lazy((): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(table)))

/** An act by number and CELEX number: `Verordnung (EU) 2016/679, CELEX 32016R0679`; a treaty by name. */
export function nameWithCelex(celex: string): string {
  const name = officialName(celex)
  return actNumber(celex) === undefined ? name : `${name}, CELEX ${celex}`
}

/** The German name of an act by its number: `Verordnung (EU) 2016/679`; a treaty, which has no number, in words. */
export function officialName(celex: string): string {
  const number = actNumber(celex)
  const names = unionNames().get(celex) ?? []
  return (number && numberNames(number, '', 'de')?.display) ?? names.find((name) => name.includes(' ')) ?? celex
}
