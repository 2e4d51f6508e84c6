/** Flags that several commands have. */
import type { FlagDescription } from './description.ts'

export const DATASET: FlagDescription = {
  description:
    'Dataset to open: a path, a URL, or `starter`. Overrides DATASET_PATH. Default: the newest corpus in the cache.',
  value: 'PATH',
  common: true,
  completes: 'file',
}

export const JSON_FLAG: FlagDescription = {
  description: 'Write the answer as one JSON document; errors too.',
  common: true,
}

export const NO_PAGER: FlagDescription = {
  description: 'Never use a pager.',
  common: true,
}
