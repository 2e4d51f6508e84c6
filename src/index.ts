/**
 * legal-text as a library.
 *
 * ```js
 * import { open } from 'legal-text'
 *
 * const laws = await open({ dataset: 'starter' })
 * const { text } = await laws.norm('§ 1 Abs. 2 MSGB')
 * const { findings } = await laws.check('Nach § 99 MSGB gilt nichts.')
 * await laws.close()
 * ```
 */
export type {
  ElementKind,
  NormKind,
  NormPath,
  PathElement,
  StructureKind,
  SubdivisionKind,
} from './citation/norm-path.ts'
export type { BuildReport } from './dataset/build-corpus.ts'
export type { OpenOptions } from './dataset/open.ts'
export { openCorpus } from './dataset/open.ts'
export type { Progress, WorkOptions } from './dataset/options.ts'
export { type App, type AppOptions, createApp } from './http/app.ts'
export { type RunningServer, type StartOptions, startServer } from './http/listen.ts'
export { openApiJson } from './http/openapi-file.ts'
export {
  addSourceFamily,
  type LawAndNorms,
  type LawRecord,
  type NormRecord,
  type OwnSourceFamily,
  type SourceFile,
} from './import/families.ts'
export {
  type FoundDesignation,
  type FoundNorm,
  findDesignations,
  formatNormPath,
  parseNormPath,
} from './library/find-designations.ts'
export {
  type BuildOptions,
  buildCorpus,
  type DiffDays,
  LegalText,
  type NormOptions,
  open,
  type RelatedOptions,
} from './library/legal-text.ts'
export { type DocumentOptions, readDocument } from './library/read-document.ts'
export { type DefinedTool, defineTool, type ToolDefinition } from './mcp/tool.ts'
export type * from './model/corpus.ts'
export * from './operations/catalogue.ts'
export type { PatternResult } from './operations/grep.ts'
export {
  type AnswerInParts,
  type AnswerOf,
  defineOperation,
  type InputOf,
  type Operation,
  type OperationDefinition,
  parseInput,
} from './operations/operation.ts'
export { readSettings, type Settings } from './program/settings.ts'
export type { Place, ReadDocument } from './read-text/files/document.ts'
export type { InputFormat, TextFormat } from './read-text/format.ts'
export { FORMATS, type Format, type FormatName, formatsOf } from './render/formats.ts'
export { addFormat, type OwnFormat, render, renderParts } from './render/render.ts'
export type { Finding } from './resolve/check-text.ts'
export type { Citation, CitationClass, CitationStatus } from './resolve/citation.ts'
export type { NamedNorm } from './resolve/named-norm.ts'
export type { ScorePart, SearchHit } from './search/index.ts'
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
} from './util/errors.ts'
