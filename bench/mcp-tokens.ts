/**
 * Size of ten common answers of the MCP server, in tokens by its own estimate: the text, the facts, and both.
 *   node bench/mcp-tokens.ts --dataset FILE
 */
import { parseArgs } from 'node:util'
import { openCorpus } from '../src/dataset/open.ts'
import { tokensOf } from '../src/mcp/answer.ts'
import { tools } from '../src/mcp/tools.ts'

const CALLS: [tool: string, given: Record<string, unknown>][] = [
  ['search_norms', { q: 'Kündigungsfrist Mietvertrag' }],
  ['get_norm', { norm: '§ 433 BGB' }],
  ['get_norm', { norm: '§§ 433-435 BGB' }],
  ['get_norm', { norm: '§ 3 EStG' }],
  ['get_law', { code: 'bgb' }],
  ['related_norms', { norm: '§ 312 BGB' }],
  ['check_text', { text: 'Nach § 433 Abs. 1 BGB und § 9999 BGB, anders Art. 6 DSGVO.' }],
  ['norm_history', { norm: '§ 312k BGB' }],
  ['diff_norm', { norm: '§ 312k BGB' }],
  ['corpus_coverage', {}],
]

const { values } = parseArgs({ options: { dataset: { type: 'string', default: '' } } })
const corpus = await openCorpus({ dataset: values.dataset })
const listed = tools.map(({ listing }) => listing())
const withoutOutput = listed.map(({ outputSchema: _output, ...rest }) => rest)
console.log(`list of tools: ${JSON.stringify({ tools: withoutOutput }).length} characters without output schemas,`)
console.log(`${JSON.stringify({ tools: listed }).length} with them\n`)
console.log('| Call | Text | Facts | Both |\n| --- | --- | --- | --- |')
for (const [name, given] of CALLS) {
  const tool = tools.find((each) => each.name === name)
  const result = await tool?.call(corpus, given)
  const [content] = result?.content ?? []
  const text = content?.type === 'text' ? content.text : ''
  const facts = JSON.stringify(result?.structuredContent)
  const words = Object.keys(given).length === 0 ? '' : ` ${JSON.stringify(given)}`
  const counts = [text, facts, text + facts].map((each) => tokensOf(each).toLocaleString('en'))
  console.log(`| \`${name}${words}\` | ${counts.join(' | ')} |`)
}
await corpus.close()
