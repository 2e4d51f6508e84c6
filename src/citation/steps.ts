/** From the parts of a designation as they are written to the subdivision that a path can name. */
import type { Qualifier } from './designation.ts'
import { mayFollow, type PathElement, SUBDIVISION_KINDS, type SubdivisionKind } from './norm-path.ts'

/** Qualifiers within which parts are not counted anew, so that a path without them names the same part. */
const WITHOUT_PARTS: ReadonlySet<string> = new Set(['halbsatz', 'teilsatz', 'alternative', 'variante', 'fassung'])

/** `letzter Satz` */
const isUncounted = ({ value }: Qualifier) => value.endsWith('letzter')

/**
 * Parts as far as a path can say them, in its order. What a path cannot say is a qualifier, and so is all that is
 * counted within one: `Nr. 26 Satz 1`, `Abschnitt 2 Nr. 3`, `Unterabs. 2 Buchst. a` (but not `Unterabs. 1 Buchst. a`).
 */
export function splitSteps(steps: readonly Qualifier[]): {
  subdivision: PathElement<SubdivisionKind>[]
  qualifiers: Qualifier[]
} {
  const subdivision: PathElement<SubdivisionKind>[] = []
  const qualifiers: Qualifier[] = []
  let within = false
  for (const step of steps) {
    const kind = SUBDIVISION_KINDS.find((known) => known === step.kind)
    if (kind !== undefined && !within && !isUncounted(step) && mayFollow(subdivision.at(-1)?.kind, kind)) {
      subdivision.push({ kind, value: step.value })
      continue
    }
    qualifiers.push(step)
    const first = step.kind === 'unterabsatz' && step.value === '1'
    if (!first && !WITHOUT_PARTS.has(step.kind)) within = true
  }
  return { subdivision, qualifiers }
}
