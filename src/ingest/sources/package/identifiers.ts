/** The identifiers of packages as codes of laws and as norm paths. */
import { formatElements, type NormPath, parseNormPath } from '../../../citation/norm-path.ts'
import { CODE } from '../gii/toc.ts'

/**
 * The code of a law: its `canonical_id` in lower case. `/` and `:`, with which packages join the state and the law
 * (`by/lstvg`), stand for other things in paths and addresses and become `-`.
 * @returns `undefined` where that is no possible code
 */
export function codeOf(canonicalId: string): string | undefined {
  const code = canonicalId.normalize('NFC').toLowerCase().replace(/[/:]/g, '-')
  return CODE.test(code) ? code : undefined
}

/**
 * A `norm_id` as a norm path: `par:312`, also with the law in front, `bgb/par:312`.
 * @param lawId the `canonical_id` of its law
 * @returns `undefined` where it is none
 */
export function normPathOf(normId: string, lawId: string): NormPath['norm'] | undefined {
  const hasLaw = normId.toLowerCase().startsWith(`${lawId.toLowerCase()}/`)
  const path = parseNormPath(hasLaw ? normId.slice(lawId.length + 1) : normId)
  return path === undefined || path.norm.length === 0 || path.subdivision.length > 0 ? undefined : path.norm
}

/** A norm that a relationship names. */
export interface NamedNorm {
  code: string
  path: string
  subdivision: string | null
}

/** Takes apart `bgb/par:312/abs:1`; `undefined` for what names no norm. */
export function namedNorm(id: string): NamedNorm | undefined {
  for (let slash = id.indexOf('/'); slash > 0; slash = id.indexOf('/', slash + 1)) {
    const path = parseNormPath(id.slice(slash + 1))
    const code = codeOf(id.slice(0, slash))
    if (path === undefined || path.norm.length === 0 || code === undefined) continue
    return { code, path: formatElements(path.norm), subdivision: formatElements(path.subdivision) || null }
  }
  return undefined
}
