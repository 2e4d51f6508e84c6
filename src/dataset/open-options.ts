/** The options of `open` and `openCorpus`. */

import { useAssets } from '../program/package.ts'
import { dataset as parseDataset } from '../program/setting-values.ts'
import { withoutSecrets } from '../program/settings.ts'
import { argumentError, assertOptions, assertString, wrongArgument } from '../util/arguments.ts'
import type { WorkOptions } from './options.ts'

/** What to open, and how to follow the work. */
export interface OpenOptions extends WorkOptions {
  /** `starter`, or the path or URL of a dataset in any form. Default: the newest corpus of the cache. */
  dataset?: string | URL | undefined
  /** Folder of the package, for a program that has it in its bundle. Default: the one beside the bundle, or in `node_modules`. */
  assets?: string | undefined
}

const NAMES = ['dataset', 'assets', 'onProgress', 'onNotice', 'signal'] satisfies (keyof OpenOptions)[]

/** Checks the options. @throws LegalTextError `invalid_input` that names the wrong one */
export function readOpenOptions(options: OpenOptions): WorkOptions & { dataset: string | undefined } {
  assertOptions(options, NAMES)
  const { dataset, assets, ...work } = options
  if (assets !== undefined) {
    assertString('assets', assets, 'the folder of the package')
    useAssets(assets)
  }
  for (const name of ['onProgress', 'onNotice'] as const) {
    if (!['function', 'undefined'].includes(typeof work[name])) throw wrongArgument(name, 'a function', work[name])
  }
  if (work.signal !== undefined && !(work.signal instanceof AbortSignal)) {
    throw wrongArgument('signal', 'an AbortSignal', work.signal)
  }
  return { ...work, dataset: nameOf(dataset) }
}

function nameOf(given: OpenOptions['dataset']): string | undefined {
  if (given === undefined) return undefined
  const text: unknown = given instanceof URL ? given.href : given
  const expected = '"starter", or the path or URL (file:, http:, https: or postgresql:) of a dataset'
  if (typeof text !== 'string' || text.trim() === '') throw wrongArgument('dataset', expected, given)
  const isOther = given instanceof URL && !/^(?:file|https?|postgres(?:ql)?):$/.test(given.protocol)
  const name = isOther ? undefined : parseDataset(text)
  if (name !== undefined) return name
  const fault = text.includes('\0') ? 'a path with a NUL character' : JSON.stringify(withoutSecrets(text))
  throw argumentError('dataset', `must be ${expected}, not ${fault}${/^file:/i.test(text) ? FILE_URL : ''}`)
}

const FILE_URL = ': a file: URL has an absolute path on this machine, without query, fragment, %2F or %00'
