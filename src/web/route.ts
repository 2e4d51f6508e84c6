/**
 * Addresses: `#/?q=…`, `#/laws`, `#/changes`, `#/bgb`, `#/bgb/par:433/abs:1`, `#/bgb/par:433?from=2024-06-01`. Each may have
 * `as_of`, the day as of which the page shows laws.
 */
import { currentDay } from './day.ts'

export type Route =
  | { view: 'search'; query: string }
  | { view: 'laws'; filter: string }
  /** `at` is a norm to show in the table of contents, `level` a heading above it. */
  | { view: 'law'; code: string; at: string | null; level: number | null }
  /** `norm` includes the subdivision. */
  | { view: 'norm'; code: string; norm: string }
  /** Differences between two days; one of them may be left out. Of the whole law if `norm` is `null`. */
  | { view: 'diff'; code: string; norm: string | null; from: string | null; to: string | null }
  /** Changes; empty for all days, for all laws. */
  | { view: 'changes'; since: string; until: string; law: string }

/** @param hash the fragment with its `#`, or empty */
export function parseRoute(hash: string): Route {
  const { path, values } = partsOf(hash)
  const [code = '', norm = ''] = split(path, '/')
  if (code === '') return { view: 'search', query: values.get('q') ?? '' }
  if (norm === '' && code === 'laws') return { view: 'laws', filter: values.get('filter') ?? '' }
  if (norm === '' && code === 'changes') return changesRoute(values)
  const [from, to] = [values.get('from'), values.get('to')]
  if (from !== null || to !== null) return { view: 'diff', code: decode(code), norm: decode(norm) || null, from, to }
  if (norm !== '') return { view: 'norm', code: decode(code), norm: decode(norm) }
  const level = Number.parseInt(values.get('level') ?? '', 10)
  return { view: 'law', code: decode(code), at: values.get('at'), level: Number.isNaN(level) ? null : level }
}

/** The day that an address has; an empty text if it ends that of the session, `null` if it has none. */
export const dayOf = (hash: string): string | null => partsOf(hash).values.get('as_of')

/**
 * The fragment of a route, with its `#`.
 * @param day as of which the page is to show laws; an empty text for the newest state
 */
export function formatRoute(route: Route, day = currentDay()): string {
  const as_of = { as_of: day }
  switch (route.view) {
    case 'search':
      return `#/${withQuery({ q: route.query || null, ...as_of })}`
    case 'laws':
      return `#/laws${withQuery({ filter: route.filter || null, ...as_of })}`
    case 'law':
      return `#/${encode(route.code)}${withQuery({ at: route.at, level: route.level, ...as_of })}`
    case 'norm':
      return `#/${encode(route.code)}/${encodePath(route.norm)}${withQuery(as_of)}`
    case 'diff': {
      const path = route.norm === null ? '' : `/${encodePath(route.norm)}`
      return `#/${encode(route.code)}${path}${withQuery({ from: route.from, to: route.to, ...as_of })}`
    }
    case 'changes': {
      const { since, until, law } = route
      return `#/changes${withQuery({ since: since || null, until: until || null, law: law || null, ...as_of })}`
    }
  }
}

/** The address of a law. @param day as for {@link formatRoute} */
export function lawLink(code: string, day?: string | null): string {
  return formatRoute({ view: 'law', code, at: null, level: null }, day)
}

/** The address of a norm, or of a part of it. @param day as for {@link formatRoute} */
export function normLink(code: string, norm: string, subdivision?: string | null, day?: string | null): string {
  return formatRoute({ view: 'norm', code, norm: subdivision ? `${norm}/${subdivision}` : norm }, day)
}

/** The address of differences between two days. @param norm `null` for the whole law */
export function diffLink(code: string, norm: string | null, from: string | null, to: string | null): string {
  return formatRoute({ view: 'diff', code, norm, from, to })
}

function changesRoute(values: URLSearchParams): Route {
  const [since, until, law] = ['since', 'until', 'law'].map((name) => values.get(name) ?? '')
  return { view: 'changes', since: since ?? '', until: until ?? '', law: law ?? '' }
}

function partsOf(hash: string): { path: string; values: URLSearchParams } {
  const [path = '', query = ''] = split(hash.replace(/^#\/?/, ''), '?')
  return { path, values: new URLSearchParams(query) }
}

function withQuery(values: Record<string, string | number | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

function split(text: string, mark: string): string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':')
}

const encodePath = (path: string) => path.split('/').map(encode).join('/')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
