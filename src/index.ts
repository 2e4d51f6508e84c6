/**
 * legal-text as a library.
 *
 * ```js
 * import { createServer } from 'node:http'
 * import { createApp, norm, openCorpus } from 'legal-text'
 *
 * const corpus = await openCorpus({ dataset: 'starter' })
 * const { text } = await norm.run(corpus, { code: 'msgb', norm: 'par:1' })
 *
 * const app = createApp({ corpus: () => corpus })
 * createServer(app.handler).listen(8001)
 * ```
 */
export type * from './corpus/corpus.ts'
export { openCorpus } from './dataset/open.ts'
export {
  type Candidate,
  ERROR_KINDS,
  type ErrorBody,
  type ErrorDetails,
  type ErrorKind,
  errorBody,
  exitCode,
  httpStatus,
  LegalTextError,
} from './errors.ts'
export { type App, type AppOptions, createApp } from './http/app.ts'
export { type RunningServer, startServer } from './http/listen.ts'
export { openApiJson } from './http/openapi-file.ts'
export { catalogue } from './operations/catalogue.ts'
export { check } from './operations/check.ts'
export { cite } from './operations/cite.ts'
export { coverage } from './operations/coverage.ts'
export { designations } from './operations/designations.ts'
export { law } from './operations/law.ts'
export { laws } from './operations/laws.ts'
export { limitations } from './operations/limitations.ts'
export { norm } from './operations/norm.ts'
export { type Operation, parseInput } from './operations/operation.ts'
export { relationships } from './operations/relationships.ts'
export { search } from './operations/search.ts'
export { status } from './operations/status.ts'
export type { SearchHit } from './search/index.ts'
export { readSettings, type Settings } from './settings.ts'
