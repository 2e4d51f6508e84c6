/** Addresses: `#/?q=…`, `#/laws`, `#/bgb`, `#/bgb/par:433/abs:1`. */

export type Route =
  | { view: 'search'; query: string }
  | { view: 'laws'; filter: string }
  /** `at` is a norm to show in the table of contents, `level` a heading above it. */
  | { view: 'law'; code: string; at: string | null; level: number | null }
  /** `norm` includes the subdivision. */
  | { view: 'norm'; code: string; norm: string }

/** @param hash the fragment with its `#`, or empty */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = split(hash.replace(/^#\/?/, ''), '?')
  const values = new URLSearchParams(query)
  const [code = '', norm = ''] = split(path, '/')
  if (code === '') return { view: 'search', query: values.get('q') ?? '' }
  if (norm !== '') return { view: 'norm', code: decode(code), norm: decode(norm) }
  if (code === 'laws') return { view: 'laws', filter: values.get('filter') ?? '' }
  const level = Number.parseInt(values.get('level') ?? '', 10)
  return { view: 'law', code: decode(code), at: values.get('at'), level: Number.isNaN(level) ? null : level }
}

/** The fragment of a route, with its `#`. */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'search':
      return `#/${withQuery({ q: route.query || null })}`
    case 'laws':
      return `#/laws${withQuery({ filter: route.filter || null })}`
    case 'law':
      return `#/${encode(route.code)}${withQuery({ at: route.at, level: route.level })}`
    case 'norm':
      return `#/${encode(route.code)}/${route.norm.split('/').map(encode).join('/')}`
  }
}

/** The address of a law. */
export function lawLink(code: string): string {
  return formatRoute({ view: 'law', code, at: null, level: null })
}

/** The address of a norm, or of a part of it. */
export function normLink(code: string, norm: string, subdivision?: string | null): string {
  return formatRoute({ view: 'norm', code, norm: subdivision ? `${norm}/${subdivision}` : norm })
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
