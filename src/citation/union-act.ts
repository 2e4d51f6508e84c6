/** Acts of the European Union, which are named by their kind and number. */
import { TokenKind, type Tokens } from './tokens.ts'

const UNION_ACTS = new Set([
  ...['verordnung', 'vo', 'durchführungsverordnung', 'richtlinie', 'rl', 'beschluss', 'beschlusses', 'rahmenbeschluss'],
  ...['entscheidung', 'rahmenbeschlusses'],
])

/** The index behind an act at `first`: `Verordnung (EU) 2016/679`, `VO (EG) Nr. 883/2004`, `Richtlinie 2005/29/EG`. */
export function readUnionAct(tokens: Tokens, first: number): number | undefined {
  const noun = /^delegierten?$/.test(tokens.word(first)) ? first + 1 : first
  if (!UNION_ACTS.has(tokens.word(noun))) return undefined
  let next = noun + 1
  if (tokens.is(next, '(')) {
    next++
    while (tokens.kind(next) === TokenKind.Word || tokens.is(next, ',')) next++
    if (!tokens.is(next, ')') || next > noun + 6) return undefined
    next++
  }
  if (tokens.word(next) === 'nr') next += tokens.is(next + 1, '.') ? 2 : 1
  if (tokens.kind(next) !== TokenKind.Number || !tokens.is(next + 1, '/')) return undefined
  if (tokens.kind(next + 2) !== TokenKind.Number) return undefined
  const suffixed = tokens.is(next + 3, '/') && tokens.kind(next + 4) === TokenKind.Word
  return suffixed ? next + 5 : next + 3
}

/** Whether a name is that of such an act. */
export function isUnionAct(text: string): boolean {
  return /\d\/\d/.test(text) && UNION_ACTS.has(text.slice(0, text.search(/\s/)).toLowerCase())
}
