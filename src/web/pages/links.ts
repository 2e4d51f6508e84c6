/** Addresses of pages, relative to the current one: the service may be at any path of its host. */
import { pagePath } from '../../citation/page-address.ts'

/** Query parameters; those without a value are left out. */
type Query = Readonly<Record<string, string | number | null | undefined>>

export class Links {
  readonly #root: string
  readonly #isReserved: (word: string) => boolean
  /** The day as of which the page shows laws, in the form of the address; every link keeps it. `null` for the newest state. */
  readonly day: string | null
  /** The day whose wordings in force the page shows; links keep it, except to differences between other days. */
  readonly effective: string | null
  /** The jurisdiction whose laws the page lists or searches, which its lists and searches keep. */
  readonly place: string | null

  /**
   * @param path of the page, for the way to its root: `/bgb/433`
   * @param isReserved true for the first words of addresses that are not pages of laws
   */
  constructor(
    path: string,
    day: string | null,
    isReserved: (word: string) => boolean = () => false,
    effective: string | null = null,
    place: string | null = null,
  ) {
    const depth = Math.max(0, path.split('/').length - 2)
    this.#root = '../'.repeat(depth) || './'
    this.#isReserved = isReserved
    this.day = day || null
    this.effective = effective || null
    this.place = place || null
  }

  /** A file or a route of the service: `assets/reader.js`. */
  file = (path: string): string => this.#root + path

  start = (): string => this.#at('', {})

  search = (query: Query): string => this.#at('', { jurisdiction: this.place, ...query })

  laws = (query: Query = {}): string => this.#at('', { view: 'laws', jurisdiction: this.place, ...query })

  changes = (query: Query = {}): string => this.#at('', { view: 'changes', ...query })

  /** @param day if it differs from that of the page; an empty text for the newest state */
  law = (code: string, { day = this.day, ...query }: Query & { day?: string | null | undefined } = {}): string =>
    this.#at(pagePath(code, null, this.#isReserved), query, day)

  /** @param norm maybe with a subdivision @param day as for a law */
  norm(code: string, norm: string, subdivision?: string | null, day = this.day, query: Query = {}): string {
    const path = subdivision ? `${norm}/${subdivision}` : norm
    return this.#at(pagePath(code, path, this.#isReserved), query, day)
  }

  /** Differences between two days. @param norm `null` for the whole law */
  difference(code: string, norm: string | null, query: Query): string {
    const isOfDays = (query.from ?? query.to ?? null) !== null
    const days = isOfDays ? { in_force_on: null } : {}
    return this.#at(pagePath(code, norm, this.#isReserved), { view: 'diff', ...days, ...query })
  }

  #at(path: string, query: Query, day = this.day): string {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries({
      in_force_on: day === this.day ? this.effective : null,
      ...query,
      as_of: day,
    })) {
      if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
    }
    return this.#root + path + (parameters.size > 0 ? `?${parameters}` : '')
  }
}
