/** Strings that every match of a pattern has one of: texts without any are not searched. */
import type { Token } from './token.ts'

/** Shorter strings are in most texts. */
const LEAST = 3

/** Groups that do not look around, and do not change what a character means. */
const PLAIN_GROUP = /^\((?:\?:|\?<[^=!].*)?$/

/** Returns strings of which every match has at least one; `[]` if there are none of a useful length. */
export function requiredStrings(tokens: readonly Token[]): string[] {
  const { strings } = ofAlternatives(tokens, 0)
  return shortest(strings) < LEAST ? [] : strings
}

/** The strings of the alternatives up to the end of their group. What may be missing is no part of them. */
function ofAlternatives(tokens: readonly Token[], start: number): { strings: string[]; end: number } {
  const strings: string[] = []
  let isKnown = true
  let best: string[] = []
  let run = ''
  const offer = (candidates: string[]) => {
    if (shortest(candidates) > shortest(best)) best = candidates
  }
  const endRun = () => {
    offer(run === '' ? [] : [run])
    run = ''
  }
  const endAlternative = () => {
    endRun()
    isKnown &&= best.length > 0
    strings.push(...best)
    best = []
  }
  let at = start
  for (; at < tokens.length && tokens[at]?.kind !== 'close'; at++) {
    const { kind, source, character = '' } = tokens[at] as Token
    const group = kind === 'open' ? ofAlternatives(tokens, at + 1) : undefined
    if (group !== undefined) at = group.end
    const next = tokens[at + 1]
    const isRepeated = next?.kind === 'quantifier'
    const isRequired = !isRepeated || next.isRequired === true
    if (kind === 'character' && isRequired) run += character
    if (kind !== 'character' || isRepeated) endRun()
    if (group !== undefined && isRequired && PLAIN_GROUP.test(source)) offer(group.strings)
    if (kind === 'or') endAlternative()
  }
  endAlternative()
  return { strings: isKnown ? strings : [], end: at }
}

const shortest = (strings: readonly string[]) =>
  strings.length === 0 ? 0 : Math.min(...strings.map(({ length }) => length))
