/** Acts of a series, which share a name with the act that they recast. */
import { romanNumber } from '../grammar/read-tokens.ts'
import { Gap, type Tokens } from '../grammar/tokens.ts'
import { readChunk } from './chunks.ts'

/** Returns the token after what tells an act from the one that it recast: `Brüssel I bis-VO`, `Brussels I (recast)`. */
export function endOfSeries(tokens: Tokens, index: number): number {
  const isBracketed = tokens.is(index, '(') && tokens.is(index + 2, ')')
  if (isBracketed && RECAST.test(tokens.word(index + 1))) return index + 3
  const isNumbered = romanNumber(tokens.value(index - 1)) !== undefined && tokens.gap(index) === Gap.Space
  if (!isNumbered || !/^(?:bis|ter)$/.test(tokens.value(index))) return index
  return readChunk(tokens, index)?.next ?? index
}
const RECAST = /^(?:recast|neufassung)$/
