/** Addresses of the reader's pages: `/bgb`, `/bgb/433`, `/bgb/433/1` (Absatz 1), `/bgbeg/art:246a/par:1`. */
import { formatElements, parseNormPath } from './norm-path.ts'

/** The number of a section or an Absatz, written without its kind: `433`, `312g`, `3-6`. */
const NUMBER = /^\d[\p{L}\p{M}\p{N}._-]*$/u

/** Prefix of a code that is also a word of the API: `/~search` is the law of that code. */
const ESCAPE = '~'

/**
 * Writes the path of a page, without the leading slash.
 * @param norm a norm path, perhaps with a subdivision, or a designation; `null` for the page of the law
 * @param isReserved true for the first words of other addresses
 */
export function pagePath(code: string, norm: string | null, isReserved: (word: string) => boolean): string {
  const law = isReserved(code) || code.startsWith(ESCAPE) ? ESCAPE + code : code
  const segments = norm === null ? [law] : [law, ...normSegments(norm)]
  // Colons need no escape.
  return segments.map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':')).join('/')
}

/** `par:433/abs:1` -> `433`, `1`; elements of other kinds keep their kinds. A designation is one segment. */
function normSegments(norm: string): string[] {
  const path = parseNormPath(norm)
  if (path === undefined) return [norm]
  const [first, ...below] = path.norm
  const [part, ...inner] = path.subdivision
  const isSection = below.length === 0 && first?.kind === 'par' && NUMBER.test(first.value)
  const isParagraph = part?.kind === 'abs' && NUMBER.test(part.value)
  const own = isSection ? [first.value] : path.norm.map((element) => formatElements([element]))
  const parts = path.subdivision.map((element) => formatElements([element]))
  return [...own, ...(isParagraph ? [part.value, ...inner.map((each) => formatElements([each]))] : parts)]
}

/** The law and the norm in the path of a page. */
export interface PagePath {
  code: string
  /** Names of the norm, the likeliest first: norm paths, or one designation. Empty for the page of the law. */
  norms: string[]
}

/** Reads the path of a page. @returns `undefined` if it is malformed */
export function readPagePath(path: string): PagePath | undefined {
  let segments: string[]
  try {
    segments = path
      .slice(1)
      .split('/')
      .flatMap((segment) => decodeURIComponent(segment).split('/'))
  } catch {
    return undefined
  }
  const [law = '', first, ...rest] = segments
  if (segments.includes('') || law === ESCAPE) return undefined
  const code = law.startsWith(ESCAPE) ? law.slice(ESCAPE.length) : law
  if (first === undefined) return { code, norms: [] }
  const below = rest.map((segment) => (NUMBER.test(segment) ? `abs:${segment}` : segment))
  if (!NUMBER.test(first)) return { code, norms: [[first, ...below].join('/')] }
  const norms = ['par', 'art', 'item'].map((kind) => [`${kind}:${first}`, ...below].join('/'))
  const [section = ''] = rest
  if (NUMBER.test(section)) norms.push([`art:${first}`, `par:${section}`, ...below.slice(1)].join('/'))
  return { code, norms }
}
