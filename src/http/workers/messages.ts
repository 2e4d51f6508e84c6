/** Messages between the primary process and its workers. */

import type { FileToServe } from '../../dataset/served-file.ts'
import type { ReplacementFailure } from '../../model/corpus.ts'
import type { Settings } from '../../program/settings.ts'
import type { SentError } from '../../util/errors.ts'
import type { Snapshot } from '../metrics.ts'

export type ToWorker =
  /** The first message, in reply to `hello`. */
  | { type: 'start'; settings: Settings; tokens?: readonly string[] | undefined; corpus: PublishedCorpus }
  | { type: 'corpus'; corpus: PublishedCorpus }
  /** The token file was read again. */
  | { type: 'tokens'; tokens: readonly string[] }
  | { type: 'snapshot_wanted'; round: number }
  /** The reply to `metrics_wanted`: the metrics of all workers. */
  | { type: 'metrics'; request: number; text: string }
  /** With an unread connection. */
  | { type: 'connection' }
  /** Answer the requests on open connections, and exit. */
  | { type: 'stop' }

export type ToPrimary =
  /** The worker is able to receive messages. */
  | { type: 'hello' }
  /** It is able to take connections. */
  | { type: 'ready' }
  /** It has the last connection, and takes another. */
  | { type: 'taken' }
  /** The reason of an exit before it is ready. */
  | { type: 'failed'; error: SentError }
  /** It does not and will not use a corpus. */
  | { type: 'released'; generation: number }
  /** The served file has changed. */
  | { type: 'changed' }
  | { type: 'metrics_wanted'; request: number }
  /** The reply to `snapshot_wanted`: its own metrics. */
  | { type: 'snapshot'; round: number; snapshot: Snapshot }

/** A corpus to answer from, or an error. */
export type PublishedCorpus = PublishedBundle | SentError

/** A verified bundle, which stays until it is released. */
export interface PublishedBundle {
  /** Number of the corpus, counted from the start of the server. */
  generation: number
  file: string
  digest: string
  replacementFailure: ReplacementFailure | null
  /** The database with it, including passwords, instead of the file. */
  database?: { address: string; id: string } | undefined
  /** Facts of the file; absent for the sample. */
  served?: FileToServe | undefined
}
