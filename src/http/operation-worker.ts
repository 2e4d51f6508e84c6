/** Worker thread: answers operations and tool calls from a corpus that it opens. */

import { isDatabaseAddress } from '../dataset/dataset-name.ts'
import { openBundleFile, openPublished } from '../dataset/open-engine.ts'
import { say } from '../i18n/texts.ts'
import type { CallToolResult } from '../mcp/sdk.ts'
import type { Corpus } from '../model/corpus.ts'
import { catalogue } from '../operations/catalogue.ts'
import type { Operation } from '../operations/operation.ts'
import { loadAdditions } from '../program/additions.ts'
import { serveJobs } from '../program/job-thread.ts'
import { withProgress } from '../program/progress.ts'
import { LegalTextError } from '../util/errors.ts'
import { composedAnswer, type OperationJob, type Question, REPLACED } from './apart.ts'

let opened: { location: string; corpus: Corpus } | undefined

serveJobs(async ({ location, bundle, question, additions }: OperationJob, _order, onProgress) => {
  const { operations = [] }: { operations?: readonly Operation[] } = await loadAdditions(additions)
  const corpus = await corpusAt(location, bundle)
  return withProgress(onProgress, () => answerTo(corpus, question, [...catalogue, ...operations]))
})

async function answerTo(corpus: Corpus, question: Question, operations: readonly Operation[]): Promise<unknown> {
  if ('tool' in question) return callTool(corpus, question)
  const operation = operations.find(({ name }) => name === question.operation)
  if (operation === undefined) throw new Error(`there is no operation ${question.operation}`)
  const { format, input } = question
  if (format === undefined) return operation.answer(corpus, input as never)
  return composedAnswer(operation, corpus, input as never, { format })
}

/** Loaded on demand: other questions need no tools. */
async function callTool(
  corpus: Corpus,
  { tool: name, given }: Extract<Question, { tool: string }>,
): Promise<CallToolResult> {
  const { tools } = await import('../mcp/tools.ts')
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool.call(corpus, given)
}

/** @throws LegalTextError `not_ready` with the code {@link REPLACED} if it was replaced: the server has it open */
async function corpusAt(location: string, { id, digest }: OperationJob['bundle']): Promise<Corpus> {
  if (opened?.location === location && opened.corpus.bundle.digest === digest) return opened.corpus
  await opened?.corpus.close()
  opened = undefined
  const corpus = await openNamed(location, id).catch(() => undefined)
  if (corpus?.bundle.digest !== digest) {
    await corpus?.close()
    throw new LegalTextError('not_ready', say`${id} is no longer at its place`, {}, { cause: { code: REPLACED } })
  }
  opened = { location, corpus }
  return corpus
}

const openNamed = async (location: string, id: string): Promise<Corpus> =>
  isDatabaseAddress(location) ? openPublished(location, { id }) : openBundleFile(location)
