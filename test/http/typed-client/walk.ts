/**
 * A client as users write it: generated from `/openapi.json` by openapi-typescript, without casts. `paths.ts` is the generated
 * file; the test type-checks this one against it.
 */
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'
import type { Walk } from './walked.ts'

/** Walks through all pages of the lists. @param baseUrl of the server */
export async function walk(baseUrl: string, q: string): Promise<Walk> {
  const client = createClient<paths>({ baseUrl })
  const lawsFrom = (offset: number) => client.GET('/laws', { params: { query: { limit: 2, offset } } })
  const resultsFrom = (offset: number) => client.GET('/search', { params: { query: { q, limit: 3, offset } } })
  const laws: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { data, error } = await lawsFrom(offset)
    if (data === undefined) throw new Error(error.message)
    laws.push(...data.laws.map((law) => law.code))
    offset = data.next
  }
  const results: string[] = []
  const ends: number[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const { data, error } = await resultsFrom(offset)
    if (data === undefined) throw new Error(error.message)
    results.push(...data.results.map((result) => `${result.code} ${result.norm}`))
    if (offset === 0) ends.push(...(data.results[0]?.highlights.map(([, end]) => end) ?? []))
    offset = data.next
  }
  const path = { code: 'msgb', norm: 'par:12/abs:2' }
  const found = await client.GET('/laws/{code}/norms/{norm}', { params: { path } })
  if (found.data === undefined) throw new Error(found.error.message)
  const norm = { heading: found.data.heading, parts: found.data.subdivisions.map((part) => part.label) }
  const { error } = await client.GET('/laws/{code}', { params: { path: { code: 'msgbe' } } })
  if (error === undefined) throw new Error('there is such a law')
  return {
    laws,
    results,
    ends,
    norm,
    error: { kind: error.error, suggestions: error.suggestions?.map((law) => law.code) ?? [] },
  }
}

/** Calls that the types must reject. Never run. */
export async function forbidden(baseUrl: string): Promise<void> {
  const client = createClient<paths>({ baseUrl })
  // @ts-expect-error Unknown route.
  await client.GET('/nowhere', {})
  // @ts-expect-error A search needs a query.
  await client.GET('/search', { params: { query: { limit: 3 } } })
  // @ts-expect-error Unknown parameter.
  await client.GET('/laws', { params: { query: { colour: 'red' } } })
  const { data } = await client.GET('/laws', {})
  // @ts-expect-error An answer is an object, not a string.
  data?.trim()
}
