/** Resources: laws, norms and what the corpus holds, as Markdown under an address. */

import type { Corpus } from '../model/corpus.ts'
import { isRecord } from '../util/arguments.ts'
import { LegalTextError } from '../util/errors.ts'
import { COVERAGE, LAWS, LIMITATIONS, readAddress } from './addresses.ts'
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

const list: readonly Resource[] = [
  { uri: LAWS, name: 'laws', title: 'Laws', description: 'All laws, ordered by code, in parts: `?offset=`.', mimeType },
  {
    uri: COVERAGE,
    name: 'coverage',
    title: 'What the corpus holds',
    description: 'Counts, days and sources.',
    mimeType,
  },
  {
    uri: LIMITATIONS,
    name: 'limitations',
    title: 'What it lacks',
    description: 'Known sources that were not imported.',
    mimeType,
  },
]

const templates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${LAWS}{?query,offset}`,
    name: 'laws',
    title: 'Laws by name',
    description: 'Laws with `query` in a name.',
    mimeType,
  },
  {
    uriTemplate: `${LAWS}/{code}{?depth,part,as_of,offset}`,
    name: 'law',
    title: 'A law',
    description: 'Facts and contents of a law.',
    mimeType,
  },
  {
    uriTemplate: `${LAWS}/{code}/norms/{norm}{?as_of,from_character}`,
    name: 'norm',
    title: 'A norm',
    description: 'The wording of a norm. Norm paths are percent-encoded: `par%3A433`.',
    mimeType,
  },
  {
    uriTemplate: `${LAWS}/{code}/norms/{norm}/relationships{?type,as_of,offset}`,
    name: 'relationships',
    title: 'Relationships of a norm',
    description: 'What a norm cites, and what cites it.',
    mimeType,
  },
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

/** The tool that has the text of a resource. */
function questionOf(uri: string): { tool: Tool; input: Record<string, unknown> } | undefined {
  const addressed = readAddress(uri)
  if (addressed === undefined) return undefined
  const query = Object.fromEntries(addressed.query)
  switch (addressed.kind) {
    case 'laws':
      return { tool: listLaws, input: { limit: 500, ...query } }
    case 'law':
      return { tool: getLaw, input: { ...query, code: addressed.code } }
    case 'norm':
      return { tool: getNorm, input: { ...query, code: addressed.code, norm: addressed.norm } }
    case 'relationships':
      return { tool: relatedNorms, input: { ...query, code: addressed.code, norm: addressed.norm } }
    default:
      return { tool: corpusCoverage, input: query }
  }
}

/** A text whose last sentence is the address of the next part, instead of how a tool goes on. */
function withNextAddress(uri: string, text: string, next: unknown): string {
  if (next === null || next === undefined) return text
  const [address = '', asked] = uri.split('?')
  const query = new URLSearchParams(asked)
  for (const [name, value] of Object.entries(isRecord(next) ? next : { offset: next })) query.set(name, String(value))
  return `${text.slice(0, text.lastIndexOf('\n\n'))}\n\nThe next part: ${address}?${query}`
}
