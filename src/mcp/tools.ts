/** The tools: each operation of the catalogue is one, or is covered by one. */
import type { Corpus } from '../model/corpus.ts'
import { catalogue } from '../operations/catalogue.ts'
import type { Operation } from '../operations/operation.ts'
import { withoutNulls } from './text.ts'
import { type DefinedTool, defineTool } from './tool.ts'
import { checkText } from './tools/check-text.ts'
import { corpusCoverage } from './tools/corpus-coverage.ts'
import { diffNorm } from './tools/diff-norm.ts'
import { findDefinitions } from './tools/find-definitions.ts'
import { getLaw } from './tools/get-law.ts'
import { getNorm } from './tools/get-norm.ts'
import { linkText } from './tools/link-text.ts'
import { listChanges } from './tools/list-changes.ts'
import { listLaws } from './tools/list-laws.ts'
import { normHistory } from './tools/norm-history.ts'
import { relatedNorms } from './tools/related-norms.ts'
import { resolveCitations } from './tools/resolve-citations.ts'
import { searchNorms } from './tools/search-norms.ts'

/** Written for models: with descriptions that refer to one another, and answers of bounded size. */
const WRITTEN: readonly DefinedTool[] = [
  searchNorms,
  getNorm,
  getLaw,
  listLaws,
  resolveCitations,
  checkText,
  linkText,
  findDefinitions,
  relatedNorms,
  normHistory,
  diffNorm,
  listChanges,
  corpusCoverage,
]

/** Operations without a tool: corpus_coverage says which corpus is open; a pattern may occupy all cores. */
const LEFT_OUT: readonly string[] = ['status', 'grep']

/**
 * The tools of a catalogue. An operation without a written tool becomes one unchanged.
 * @param own tools of a program, besides those of the package
 */
export function toolsOf(operations: readonly Operation[], own: readonly DefinedTool[] = []): DefinedTool[] {
  const written = [...WRITTEN, ...own]
  const covered = new Set([...written.flatMap((tool) => tool.operations), ...LEFT_OUT])
  return [...written, ...operations.filter(({ name }) => !covered.has(name)).map(plainTool)]
}

/** All tools. */
export const tools: readonly DefinedTool[] = toolsOf(catalogue)

/** An operation as a tool: its answer as JSON, the list cut to the size. */
function plainTool({ name, summary, description, input, output, list, run }: Operation): DefinedTool {
  return defineTool({
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description,
    operations: [name],
    input,
    output: output as never,
    async answer(corpus: Corpus, given) {
      const answer = (await run(corpus, given)) as Record<string, unknown>
      if (list === undefined) return { text: fenced(answer), facts: answer }
      const { [list]: items, ...facts } = answer
      return {
        text: fenced(facts),
        facts,
        list: {
          name: list,
          items: (items as Record<string, unknown>[]).map((item) => ({ text: fenced(item), facts: item })),
          ending(shown, isCut) {
            if (!isCut) return { facts: {}, text: '' }
            const { offset } = given as { offset?: number }
            const next = offset === undefined ? undefined : offset + shown.length
            const advice = next === undefined ? '' : ` To go on, call again with \`offset\` ${next}.`
            return { facts: withoutNulls({ next }), text: `The first ${shown.length} are shown.${advice}` }
          },
        },
      }
    },
  })
}

const fenced = (value: object) => `\`\`\`json\n${JSON.stringify(withoutNulls(value), null, 1)}\n\`\`\``
