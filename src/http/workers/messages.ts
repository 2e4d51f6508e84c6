/** What the primary process and its workers tell each other. */
import type { ReplacementFailure } from '../../corpus/corpus.ts'
import type { ErrorDetails, ErrorKind, LegalTextError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import type { Snapshot } from '../metrics.ts'

/** What a worker is told. */
export type ToWorker =
  /** The first message, in answer to `hello`. The port is that of the settings here. */
  | { type: 'start'; settings: Settings; tokens?: readonly string[] | undefined; corpus: PublishedCorpus }
  | { type: 'corpus'; corpus: PublishedCorpus }
  | { type: 'snapshot_wanted'; round: number }
  /** The figures of all workers, as it asked for. */
  | { type: 'metrics'; request: number; text: string }
  /** To finish what is under way, and to end. */
  | { type: 'stop' }

/** What a worker tells. */
export type ToPrimary =
  /** It hears what it is told. */
  | { type: 'hello' }
  | { type: 'listening'; url: string; port: number }
  /** Why it ends before it listens. */
  | { type: 'failed'; error: SerializedError }
  /** It does not use a corpus, and will not. */
  | { type: 'released'; edition: number }
  /** The file that is served was written to. */
  | { type: 'written' }
  /** The figures of all workers are wanted. */
  | { type: 'metrics_wanted'; request: number }
  /** Its own figures, as it was asked for. */
  | { type: 'snapshot'; round: number; snapshot: Snapshot }

/** A corpus to answer from, or why there is none. */
export type PublishedCorpus = PublishedBundle | SerializedError

/** A bundle that has been verified, and is there until it is released. */
export interface PublishedBundle {
  /** Counts the corpora that were served. */
  edition: number
  file: string
  digest: string
  replacementFailure: ReplacementFailure | null
  /** The identity of the file, where it is to be looked after. */
  fileIdentity?: string | undefined
}

/** A `LegalTextError`. */
export interface SerializedError {
  kind: ErrorKind
  message: string
  details: ErrorDetails
}

export function serializeError({ kind, message, details }: LegalTextError): SerializedError {
  return { kind, message, details }
}
