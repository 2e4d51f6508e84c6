/** Addresses of pages, relative to the page that has them: the service may be at any path of its host. */

/** Query parameters; those without a value are left out. */
type Query = Readonly<Record<string, string | number | null | undefined>>

export class Links {
  readonly #root: string
  /** The day as of which the page shows laws, as the address has it; every link keeps it. `null` for the newest state. */
  readonly day: string | null

  /** @param path of the page, with which its root is reached: `/laws/bgb` */
  constructor(path: string, day: string | null) {
    const depth = Math.max(0, path.split('/').length - 2)
    this.#root = '../'.repeat(depth) || './'
    this.day = day || null
  }

  /** A file of the service: `assets/reader.js`. */
  file = (path: string): string => this.#root + path

  start = (): string => this.#at('', {})

  search = (query: Query): string => this.#at('search', query)

  laws = (query: Query = {}): string => this.#at('laws', query)

  changes = (query: Query = {}): string => this.#at('changes', query)

  /** @param day another one than that of the page; an empty text for the newest state */
  law = (code: string, { day = this.day, ...query }: Query & { day?: string | null } = {}): string =>
    this.#at(`laws/${encoded(code)}`, query, day)

  /** @param norm may be followed by a subdivision @param day as for a law */
  norm(code: string, norm: string, subdivision?: string | null, day = this.day, query: Query = {}): string {
    return this.#at(`laws/${encoded(code)}/norms/${encoded(subdivision ? `${norm}/${subdivision}` : norm)}`, query, day)
  }

  /** Differences between two days. @param norm `null` for the whole law */
  difference(code: string, norm: string | null, query: Query): string {
    const of = norm === null ? '' : `/norms/${encoded(norm)}`
    return this.#at(`laws/${encoded(code)}${of}/diff`, query)
  }

  #at(path: string, query: Query, day = this.day): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, as_of: day })) {
      if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
    }
    return this.#root + path + (parameters.size > 0 ? `?${parameters}` : '')
  }
}

/** A norm path is one segment. Colons need no escape. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':')
