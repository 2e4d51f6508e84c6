/** From the parts of a designation as they are written to the subdivision that a path can name. */
import type { Qualifier } from './designation.ts'
import { type PathElement, SUBDIVISION_KINDS, type SubdivisionKind } from './norm-path.ts'

/** Parts as far as a path can say them, in its order; what a path cannot say, and all behind it, are qualifiers. */
export function splitSteps(steps: readonly Qualifier[]): {
  subdivision: PathElement<SubdivisionKind>[]
  qualifiers: Qualifier[]
} {
  const subdivision: PathElement<SubdivisionKind>[] = []
  const qualifiers: Qualifier[] = []
  for (const { kind, value } of steps) {
    const order = (SUBDIVISION_KINDS as readonly string[]).indexOf(kind)
    const above = subdivision.at(-1)?.kind
    const step = above === undefined ? 1 : order - SUBDIVISION_KINDS.indexOf(above)
    const nests = step > 0 || (step === 0 && (above === 'nr' || above === 'buchst'))
    if (order >= 0 && nests && qualifiers.length === 0) subdivision.push({ kind: kind as SubdivisionKind, value })
    else qualifiers.push({ kind, value })
  }
  return { subdivision, qualifiers }
}
