/** The options of `open` and `openCorpus`. */
import { fileURLToPath } from 'node:url'
import { assertOptions, wrongArgument } from '../arguments.ts'
import type { WorkOptions } from './options.ts'

/** What to open, and how to follow the work. */
export interface OpenOptions extends WorkOptions {
  /** `starter`, or the path or URL of a dataset in any form. Default: the newest corpus of the cache. */
  dataset?: string | URL | undefined
}

const NAMES = ['dataset', 'onProgress', 'onNotice', 'signal'] satisfies (keyof OpenOptions)[]

/** Checks the options. @throws LegalTextError `invalid_input` that names the wrong one */
export function readOpenOptions(options: OpenOptions): WorkOptions & { dataset: string | undefined } {
  assertOptions(options, NAMES)
  const { dataset, ...work } = options
  for (const name of ['onProgress', 'onNotice'] as const) {
    if (!['function', 'undefined'].includes(typeof work[name])) throw wrongArgument(name, 'a function', work[name])
  }
  if (work.signal !== undefined && !(work.signal instanceof AbortSignal)) {
    throw wrongArgument('signal', 'an AbortSignal', work.signal)
  }
  return { ...work, dataset: nameOf(dataset) }
}

function nameOf(dataset: OpenOptions['dataset']): string | undefined {
  if (dataset === undefined || (typeof dataset === 'string' && dataset.trim() !== '')) return dataset
  if (dataset instanceof URL && /^https?:$/.test(dataset.protocol)) return dataset.href
  if (dataset instanceof URL && dataset.protocol === 'file:' && dataset.host === '') return fileURLToPath(dataset)
  const expected = '"starter", or the path or URL (file:, http: or https:) of a dataset'
  throw wrongArgument('dataset', expected, dataset)
}
