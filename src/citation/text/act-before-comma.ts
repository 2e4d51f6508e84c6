/** Acts of the Union that are named before their articles, with a comma between. */
import { Gap, type Tokens } from '../grammar/tokens.ts'
import { chunkBefore, type NameCandidate, nameOf } from '../laws/chunks.ts'
import { isInGazetteer } from '../laws/out-of-scope.ts'
import { unionActBefore } from '../laws/union-act.ts'

/** Reads an act of the Union before a comma and one of its articles: `Richtlinie 2011/83/EU, Art. 16`, `DSGVO, Art. 6`. */
export function actBeforeComma(tokens: Tokens, index: number): NameCandidate[] {
  if (!tokens.is(index - 1, ',') || tokens.gap(index) >= Gap.Line) return []
  const act = unionActBefore(tokens, index - 1)
  if (act !== undefined) return [nameOf(tokens, act, index - 1)]
  const last = chunkBefore(tokens, index - 1)
  const name = last === undefined ? undefined : nameOf(tokens, last, index - 1)
  return name !== undefined && isInGazetteer(name.text) ? [name] : []
}
