/** Addresses of resources: `legal://laws/bgb/norms/par%3A433`. */

export const LAWS = 'legal://laws'
export const COVERAGE = 'legal://corpus/coverage'
export const LIMITATIONS = 'legal://corpus/limitations'

export const lawAddress = (code: string): string => `${LAWS}/${encodeURIComponent(code)}`

/**
 * @param norm path, with or without a subdivision
 * @param days of a wording other than today's
 */
export const normAddress = (code: string, norm: string, days: Record<string, string> = {}): string => {
  const query = new URLSearchParams(days)
  return `${lawAddress(code)}/norms/${encodeURIComponent(norm)}${query.size > 0 ? `?${query}` : ''}`
}

/** The target of an address. */
export type Addressed =
  | { kind: 'laws'; query: URLSearchParams }
  | { kind: 'law'; code: string; query: URLSearchParams }
  | { kind: 'norm' | 'relationships'; code: string; norm: string; query: URLSearchParams }
  | { kind: 'coverage' | 'limitations'; query: URLSearchParams }

const ADDRESS =
  /^legal:\/\/(?:(?<fixed>laws|corpus\/coverage|corpus\/limitations)|laws\/(?<code>[^/?#]+)(?:\/norms\/(?<norm>[^/?#]+)(?<links>\/relationships)?)?)(?:\?(?<query>[^#]*))?$/

/** @returns `undefined` for an unknown address */
export function readAddress(address: string): Addressed | undefined {
  const { fixed, code, norm, links, query: asked } = ADDRESS.exec(address)?.groups ?? {}
  const query = new URLSearchParams(asked)
  if (fixed !== undefined) return { kind: fixed.replace('corpus/', '') as 'laws' | 'coverage' | 'limitations', query }
  try {
    if (code === undefined) return undefined
    if (norm === undefined) return { kind: 'law', code: decodeURIComponent(code), query }
    const kind = links === undefined ? 'norm' : 'relationships'
    return { kind, code: decodeURIComponent(code), norm: decodeURIComponent(norm), query }
  } catch {
    return undefined
  }
}
