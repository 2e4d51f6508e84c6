import { missingCitation } from '../../operations/missing-citation.ts'
import { search } from '../../operations/search.ts'
import { operationCommand } from '../operation-command.ts'

export default operationCommand(search, {
  arguments: ['q'],
  joined: true,
  multiple: ['codes', 'kind'],
  switches: ['in_force', 'facets', 'typing', 'explain'],
  async note(corpus, parsed) {
    if (parsed.flags.codes !== undefined) return (await import('../law-words.ts')).lawAmongWords(corpus, parsed)
    const { jurisdiction } = parsed.flags
    return missingCitation(
      corpus,
      [parsed.args.q ?? []].flat().join(' '),
      jurisdiction === undefined ? undefined : String(jurisdiction),
    )
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
