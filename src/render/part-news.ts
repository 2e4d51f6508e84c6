/** Past and future changes of cited parts, in words. */

import { t, translated } from '../i18n/texts.ts'
import type { TextPart } from '../model/corpus.ts'
import type { ComingChange, PartChange, PartNews } from '../operations/cited-parts.ts'

/** `changed since 2026-04-29: … in [-a-]{+one+} year`, and future changes; empty without news. */
export function newsText({ change, coming }: PartNews): string {
  return [...(change === null ? [] : [changeText(change)]), ...coming.map(comingText)].join('; ')
}

function changeText({ type, since, now_cited_as, difference }: PartChange): string {
  const day = since ?? t`the baseline`
  if (type === 'moved') return t`now ${now_cited_as ?? ''}, moved since ${day}`
  return withDifference(t`${translated(type)} since ${day}`, difference)
}

function comingText({ type, effective_from: from, note, difference }: ComingChange): string {
  if (type === 'pending') return t`an amendment is to come: ${note ?? ''}`
  if (type === 'repealed') return note === null ? t`no longer in force from ${from ?? ''}` : t`ends: ${note}`
  return withDifference(t`will change on ${from ?? ''}`, difference)
}

function withDifference(words: string, difference: readonly TextPart[] | null): string {
  const shown = difference === null ? '' : shortDifference(difference)
  return shown === '' ? words : `${words}: ${shown}`
}

/** Words of context on each side of a change. */
const CONTEXT = 4
/** Maximum length of a difference; longer ones are cut, since `diff` shows them. */
const LONGEST = 400

/** `… lapses in [-two years-]{+a year+} after …`, on one line. */
function shortDifference(parts: readonly TextPart[]): string {
  const pieces = parts.map(({ type, text }, index) => {
    const line = text.replace(/\s+/g, ' ')
    if (type === 'deleted') return `[-${line}-]`
    if (type === 'inserted') return `{+${line}+}`
    const words = line.split(/(?<= )/)
    const [first, last] = [index === 0, index === parts.length - 1]
    if (words.length <= (first || last ? 1 : 2) * CONTEXT) return line
    const before = first ? '' : words.slice(0, CONTEXT).join('')
    return `${before.trimEnd()}${before === '' ? '' : ' '}…${last ? '' : ` ${words.slice(-CONTEXT).join('')}`}`
  })
  const line = pieces.join('').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
