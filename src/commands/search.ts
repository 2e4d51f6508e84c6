import type { Corpus } from '../corpus/corpus.ts'
import { search } from '../operations/search.ts'
import { operationCommand } from './base/operation-command.ts'

/** What a query that names a norm has. */
const DESIGNATION = /§|\bart(?:\.|ikel|icle)?\s*\d/i

/** Says of a norm in the query that the corpus lacks it: the results are those of the words alone. */
async function missingNorm(corpus: Corpus, query: string): Promise<string | undefined> {
  const { cite } = await import('../operations/cite.ts')
  const { citations } = await cite.run(corpus, { q: query })
  return citations.find(({ status }) => status === 'not_found')?.message ?? undefined
}

export default operationCommand(search, {
  arguments: ['q'],
  joined: true,
  multiple: ['codes', 'kind'],
  switches: ['in_force', 'facets', 'typing', 'explain'],
  async note(corpus, parsed) {
    if (parsed.flags.codes !== undefined) return (await import('./base/law-words.ts')).lawAmongWords(corpus, parsed)
    const query = [parsed.args.q ?? []].flat().join(' ')
    return DESIGNATION.test(query) ? missingNorm(corpus, query) : undefined
  },
  examples: [
    ['Norms about giving notice', 'legal-text search Kündigung --dataset starter'],
    ['In two laws only', 'legal-text search "Gebühr" --codes hafeng_2021,msgb --dataset starter'],
    ['In German law only', 'legal-text search Gebühr --jurisdiction de --dataset starter'],
    [
      'Articles in force, with both words',
      'legal-text search "Gebühr AND Hafen" --kind art --in-force --dataset starter',
    ],
    ['The best hit, as JSON', 'legal-text search Rücksicht --limit 1 --json --dataset starter'],
  ],
  async page({ bundle }) {
    const { searchResults } = await import('../terminal/pages/search-results.ts')
    return (answer, screen) => searchResults(answer, screen, bundle.name)
  },
})
