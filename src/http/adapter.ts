/** From an operation to its route: the one place where HTTP requests become inputs. */
import type { Corpus } from '../corpus/corpus.ts'
import { type Operation, parseInput } from '../operations/operation.ts'
import type { Page } from './page-links.ts'
import { type QueryNames, readQuery } from './query.ts'

/** What a route needs of a request: the decoded path parameters, and the query string as it came. */
export interface RouteRequest {
  params: Record<string, string>
  search: string
}

export interface Route {
  /** Path in the router's notation: `/laws/:code`. */
  pattern: string
  /** Runs the operation. @returns the answer as JSON text, and which page it is. @throws LegalTextError */
  answer(corpus: Corpus, request: RouteRequest): Promise<{ json: string; page: Page | undefined }>
}

/** The names of an operation's inputs that are part of its path, in order. */
export function pathNames(operation: Operation): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

/** The inputs of an operation that are query parameters. An input that takes an empty list may be repeated. */
export function queryNames(operation: Operation): QueryNames {
  const inPath = pathNames(operation)
  const known = Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
  return { known, repeatable: new Set(known.filter((name) => operation.input.shape[name]?.safeParse([]).success)) }
}

export function operationRoute(operation: Operation): Route {
  const names = queryNames(operation)
  const isPaged = 'offset' in operation.input.shape
  return {
    pattern: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    async answer(corpus, { params, search }) {
      const query = search === '' ? undefined : readQuery(search, names, params)
      const input = parseInput(operation, { ...query, ...params })
      const output = await operation.run(corpus, input)
      return { json: JSON.stringify(output), page: isPaged ? pageOf(input, output) : undefined }
    },
  }
}

/** What is known of a page from the input and output of a paged operation. */
function pageOf(input: unknown, output: unknown): Page {
  const { limit, offset } = input as Pick<Page, 'limit' | 'offset'>
  return { limit, offset, next: (output as Pick<Page, 'next'>).next }
}

/** The request that asks an operation for an input. */
export function operationRequest(operation: Operation, input: Record<string, unknown>): RouteRequest {
  const inPath = pathNames(operation)
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (inPath.includes(name)) params[name] = String(value)
    else for (const one of [value].flat()) query.append(name, String(one))
  }
  return { params, search: query.size > 0 ? `?${query}` : '' }
}

/** Path and query string of that request: `/laws/msgb/norms/par%3A1`. */
export function operationUrl(operation: Operation, input: Record<string, unknown>): string {
  const { params, search } = operationRequest(operation, input)
  return operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '')) + search
}
