/** Finds references of a norm to its own parts: `Absatz 3 Satz 2`, `die Sätze 1 und 2`, `Nummer 4`. */
import { splitSteps } from '../designation.ts'
import { HEADS, PARTS, type PartKind } from '../grammar/lexicon.ts'
import { readParts } from '../grammar/read-parts.ts'
import { TokenKind, type Tokens } from '../grammar/tokens.ts'
import type { PathElement, SubdivisionKind } from '../norm-path.ts'

/** A reference of a norm to a part of itself. Positions are UTF-16 code units, `[start, end)`. */
export interface InternalReference {
  subdivision: PathElement<SubdivisionKind>[]
  /** The last value if the innermost subdivision is a range: `4` in `Absätze 2 bis 4`. */
  subdivisionTo?: string
  start: number
  end: number
}

const OUTER: ReadonlySet<PartKind> = new Set<PartKind>(['abs', 'satz', 'nr', 'buchst'])
/** `Absatz 2 des § 5`, `Satz 1 der Anlage`: parts of another norm. */
const OF_ANOTHER = new Set(['des', 'der', 'dieses', 'dieser', 'jenes', 'jener'])

/**
 * Finds all references to own parts outside the given spans, in the order of the text. Linear in its length.
 * @param taken spans of designations of norms, ascending; parts directly after one belong to it
 */
export function findInternalReferences(
  tokens: Tokens,
  taken: readonly { start: number; end: number }[],
): InternalReference[] {
  const found: InternalReference[] = []
  let nextTaken = 0
  const isTaken = (start: number) => {
    while ((taken[nextTaken]?.end ?? Number.POSITIVE_INFINITY) <= start) nextTaken++
    return (taken[nextTaken]?.start ?? Number.POSITIVE_INFINITY) <= start
  }
  for (let index = 0; index < tokens.count; ) {
    const start = tokens.start(index)
    const parts = mayBegin(tokens, index) && !isTaken(start) ? readParts(tokens, index) : undefined
    if (parts === undefined || parts.next === index) {
      index++
      continue
    }
    const end = tokens.end(parts.next - 1)
    for (const { steps, to } of isOfAnother(tokens, parts.next) ? [] : parts.value) {
      const { subdivision } = splitSteps(steps)
      if (mayBePart(subdivision))
        found.push({ subdivision, ...(to !== undefined && { subdivisionTo: to }), start, end })
    }
    index = parts.next
  }
  return found
}

/** True for the word of a part with a capital, as statutes have it (`Absatz`, `Abs.`), outside references to gazettes. */
function mayBegin(tokens: Tokens, index: number): boolean {
  // Most tokens fail here: the words of parts begin with one of A to Z.
  const first = tokens.text.charCodeAt(tokens.start(index))
  if (first < 0x41 || first > 0x5a || tokens.kind(index) !== TokenKind.Word) return false
  const kind = PARTS.get(tokens.word(index))
  return kind !== undefined && OUTER.has(kind) && /^.\p{L}/u.test(tokens.value(index)) && !isInGazette(tokens, index)
}

const GAZETTES =
  /^(?:bgbl|rgbl|gbl|gvbl|gmbl|vkbl|abl|banz|anlageband|bundesgesetzbl|reichsgesetzbl|bundesanzeiger|amtsblatt)$/
/** The tokens between a gazette and the number of its issue: `BGBl. 2024 I Nr. 186, S. 4`. */
const LONGEST_ISSUE = 12

/** True if the number is that of an issue of a gazette: `BGBl. 2024 I Nr. 186, S. 42`. */
function isInGazette(tokens: Tokens, index: number): boolean {
  for (let at = index - 1; at >= index - LONGEST_ISSUE; at--) {
    if (GAZETTES.test(tokens.word(at))) return true
    const isIssue = tokens.kind(at) === TokenKind.Number || /^(?:[.,;]|[IVX]+|Teil|zu|Nr|S)$/.test(tokens.value(at))
    if (!isIssue) return false
  }
  return false
}

/** False for numbers that no part has: `Absatz 1969` is one of goods. */
function mayBePart([outermost]: readonly PathElement[]): boolean {
  return outermost !== undefined && !(Number.parseInt(outermost.value, 10) >= 1000)
}

/** True if the parts are those of a norm that follows (`Absatz 2 des § 5`), or of something else with parts. */
function isOfAnother(tokens: Tokens, index: number): boolean {
  if (tokens.kind(index) === TokenKind.Section) return true
  if (!OF_ANOTHER.has(tokens.word(index))) return false
  const next = tokens.word(index + 1)
  return (
    tokens.kind(index + 1) === TokenKind.Section ||
    HEADS.has(next) ||
    /(?:gesetz|gesetzes|verordnung|vertrags?|vertrages|protokolls|abkommens|übereinkommens|richtlinie|beschlusses|satzung|bekanntmachung|anordnung)$/.test(
      next,
    )
  )
}
