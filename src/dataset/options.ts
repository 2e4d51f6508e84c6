/** Options and progress of the work that obtains a dataset. */

import { say } from '../i18n/texts.ts'
import type { BuildProgress } from '../import/build-bundle.ts'
import { readSetting, type Settings } from '../program/settings.ts'

/** `waiting`: another process does the work. All other stages are those of the build. */
export interface Progress {
  stage: BuildProgress['stage'] | 'waiting' | 'downloading' | 'unpacking' | 'copying' | 'comparing' | 'packing'
  done: number
  /** 0 if unknown. */
  total: number
  /** Unit of the counts. Default: laws or norms. */
  unit?: 'bytes'
}

/** Callbacks and signal of long work on a dataset. */
export interface WorkOptions {
  onProgress?: ((progress: Progress) => void) | undefined
  /** Receives notices for the user, such as a damaged bundle in the cache. The work goes on. */
  onNotice?: ((text: string) => void) | undefined
  /** Aborts the work; only files useful to the next run stay. */
  signal?: AbortSignal | undefined
}

const SOURCE_SETTINGS = [
  'datasetUrl',
  'corpusUrl',
  'datasetSha256',
  'datasetPublicKey',
  'sourceUrl',
  'cellarUrl',
  'neurisUrl',
  'maxFailedPercent',
] as const satisfies (keyof Settings)[]

/** Settings for the default origin of a corpus, and its minimum quality. */
export type SourceSettings = Pick<Settings, (typeof SOURCE_SETTINGS)[number]>

/** Reads these settings. @throws LegalTextError `invalid_input` that names the invalid one */
export function readSourceSettings(environment: NodeJS.ProcessEnv): SourceSettings {
  return Object.fromEntries(SOURCE_SETTINGS.map((key) => [key, readSetting(key, environment)])) as SourceSettings
}

export interface ObtainOptions extends WorkOptions {
  /** The cache folder. */
  cache: string
  settings: SourceSettings & Partial<Pick<Settings, 'additions'>>
  /** True to download a corpus if no dataset is named and the cache is empty. */
  download: boolean
  /** Names of the sites for `pull`. Default: `gii`. */
  sources?: readonly string[] | undefined
  /** Variant of a published corpus. Default: that of the present corpus, else `federal`. */
  variant?: string | undefined
  /** False to discard the states of a replaced corpus; else they are kept as older states. */
  history?: boolean | undefined
  /** True to check if the file at a URL has changed since it was downloaded. */
  refresh?: boolean
}

const STAGES: Record<Progress['stage'], string> = {
  waiting: say`waiting for another process that makes the same corpus`,
  downloading: 'downloading',
  unpacking: 'unpacking',
  laws: say`reading laws`,
  citations: say`reading citations of norms`,
  search: say`learning norms for search`,
  seal: say`sealing the bundle`,
  copying: say`copying rows`,
  comparing: 'comparing',
  packing: 'packing',
}

/** `downloading 1,204 of 6,877`, `downloading 12 of 30 MB`, `reading laws 17 of 6,877`. */
export function progressText({ stage, done, total, unit }: Progress): string {
  const scale = unit === 'bytes' ? 1_000_000 : 1
  const number = (value: number) => Math.round(value / scale).toLocaleString('en-US')
  if (stage === 'seal' || (total === 0 && done === 0)) return STAGES[stage]
  const counts = total === 0 ? number(done) : say`${number(done)} of ${number(total)}`
  return `${STAGES[stage]} ${counts}${unit === 'bytes' ? ' MB' : ''}`
}
