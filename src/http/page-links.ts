/** Links to the pages beside a page of results (RFC 8288). */

export interface Page {
  /** How many results were asked for; `undefined` for all. */
  limit: number | undefined
  offset: number
  /** Where the page behind begins, `null` on the last. */
  next: number | null
}

/**
 * The value of the header `Link`; `undefined` where there is but one page.
 * @param path and query of the request as they came
 */
export function pageLinks(path: string, query: string, { limit, offset, next }: Page): string | undefined {
  const link = (to: number, relation: string) => {
    const parameters = new URLSearchParams(query)
    if (to > 0) parameters.set('offset', String(to))
    else parameters.delete('offset')
    return `<${path}${parameters.size > 0 ? `?${parameters}` : ''}>; rel="${relation}"`
  }
  const links: string[] = []
  if (next !== null) links.push(link(next, 'next'))
  if (offset > 0) links.push(link(Math.max(0, offset - (limit ?? offset)), 'prev'))
  return links.length > 0 ? links.join(', ') : undefined
}
