/** How far a dataset is on its way to being open. */
import type { BuildProgress } from '../ingest/build-bundle.ts'

/** `waiting`: another process does the work. All that are not named here are those of the build. */
export interface Progress {
  stage: BuildProgress['stage'] | 'waiting' | 'downloading' | 'unpacking'
  done: number
  /** 0 where it is not known. */
  total: number
  /** What is counted, where it is not laws or norms. */
  unit?: 'bytes'
}

/** What long work on a dataset is given, beside its input. */
export interface WorkOptions {
  onProgress?: ((progress: Progress) => void) | undefined
  /** Called with what the user should know and what ends nothing: a cached bundle that is damaged, for example. */
  onNotice?: ((text: string) => void) | undefined
  /** Ends the work; nothing is left behind but what a next run can use. */
  signal?: AbortSignal | undefined
}

const STAGES: Record<Progress['stage'], string> = {
  waiting: 'waiting for another process that makes the same corpus',
  downloading: 'downloading',
  unpacking: 'unpacking',
  laws: 'reading laws',
  citations: 'reading citations of norms',
  search: 'learning norms for search',
  seal: 'sealing the bundle',
}

/** `downloading 1,204 of 6,877`, `downloading 12 of 30 MB`, `reading laws 17 of 6,877`. */
export function progressText({ stage, done, total, unit }: Progress): string {
  const scale = unit === 'bytes' ? 1_000_000 : 1
  const number = (value: number) => Math.round(value / scale).toLocaleString('en-US')
  if (stage === 'seal' || (total === 0 && done === 0)) return STAGES[stage]
  const counts = total === 0 ? number(done) : `${number(done)} of ${number(total)}`
  return `${STAGES[stage]} ${counts}${unit === 'bytes' ? ' MB' : ''}`
}
