/** Resources: laws, norms and the contents of the corpus, as Markdown under an address. */

import type { Corpus } from '../model/corpus.ts'
import { isRecord } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { type Addressed, COVERAGE, LAWS, LIMITATIONS, readAddress } from './addresses.ts'
import { type ReadResourceResult, type Resource, ResourceNotFoundError, type ResourceTemplateType } from './sdk.ts'
import type { Tool } from './tool.ts'
import { corpusCoverage } from './tools/corpus-coverage.ts'
import { getLaw } from './tools/get-law.ts'
import { getNorm } from './tools/get-norm.ts'
import { listLaws } from './tools/list-laws.ts'
import { relatedNorms } from './tools/related-norms.ts'

export interface ResourceReader {
  list: readonly Resource[]
  templates: readonly ResourceTemplateType[]
  /** @throws ResourceNotFoundError, LegalTextError */
  read(corpus: Corpus, uri: string): Promise<ReadResourceResult>
}

const mimeType = 'text/markdown'

const described = (name: string, title: string, description: string) => ({ name, title, description, mimeType })

const list: readonly Resource[] = [
  { uri: LAWS, ...described('laws', 'Laws', 'All laws, ordered by code, in parts: `?offset=`.') },
  { uri: COVERAGE, ...described('coverage', 'What the corpus holds', 'Counts, days and sources.') },
  { uri: LIMITATIONS, ...described('limitations', 'What it lacks', 'Known sources that were not imported.') },
]

const template = (path: string, name: string, title: string, description: string): ResourceTemplateType => ({
  uriTemplate: LAWS + path,
  ...described(name, title, description),
})

const NORM = 'The wording of a norm. Norm paths are percent-encoded: `par%3A433`.'

const templates: readonly ResourceTemplateType[] = [
  template('{?query,offset}', 'laws', 'Laws by name', 'Laws with `query` in a name.'),
  template('/{code}{?depth,part,as_of,in_force_on,offset}', 'law', 'A law', 'Facts and contents of a law.'),
  template('/{code}/norms/{norm}{?as_of,in_force_on,from_character}', 'norm', 'A norm', NORM),
  template(
    '/{code}/norms/{norm}/relationships{?type,as_of,in_force_on,offset}',
    'relationships',
    'Relationships of a norm',
    'What a norm cites, and what cites it.',
  ),
]

/** The resources of a corpus. */
export const resources: ResourceReader = {
  list,
  templates,
  async read(corpus, uri) {
    const asked = questionOf(uri)
    if (asked === undefined) throw new ResourceNotFoundError(uri)
    const { tool, input } = asked
    try {
      const { content, structuredContent } = await tool.call(corpus, input)
      const { next } = (structuredContent ?? {}) as { next?: unknown }
      const [block] = content
      const text = block?.type === 'text' ? block.text : ''
      return { contents: [{ uri, mimeType, text: withNextAddress(uri, text, next) }] }
    } catch (error) {
      if (error instanceof LegalTextError && error.kind === 'not_found')
        throw new ResourceNotFoundError(uri, error.message)
      throw error
    }
  },
}

/** The tool call that returns the text of a resource. */
function questionOf(uri: string): { tool: Tool; input: Record<string, unknown> } | undefined {
  const addressed = readAddress(uri)
  if (addressed === undefined) return undefined
  const query = Object.fromEntries(addressed.query)
  const { kind, query: _, ...named } = addressed
  const input = { ...(kind === 'laws' && { limit: 500 }), ...query, ...named }
  return { tool: TOOLS[kind], input }
}

const TOOLS: Readonly<Record<Addressed['kind'], Tool>> = {
  laws: listLaws,
  law: getLaw,
  norm: getNorm,
  relationships: relatedNorms,
  coverage: corpusCoverage,
  limitations: corpusCoverage,
}

/** A text that ends with the address of the next part instead of the tool's parameters for it. */
function withNextAddress(uri: string, text: string, next: unknown): string {
  if (next === null || next === undefined) return text
  const [address = '', asked] = uri.split('?')
  const query = new URLSearchParams(asked)
  for (const [name, value] of Object.entries(isRecord(next) ? next : { offset: next })) query.set(name, String(value))
  return `${text.slice(0, text.lastIndexOf('\n\n'))}\n\nThe next part: ${address}?${query}`
}
