/** Flags that several commands have. */
import type { FlagDescription } from './description.ts'

export const DATASET: FlagDescription = {
  description:
    'Dataset to open: a path, a URL, or `starter`. Beats the variable DATASET_PATH; default the newest of the cache.',
  value: 'PATH',
  common: true,
  completes: 'file',
}

export const JSON_FLAG: FlagDescription = {
  description: 'Write the answer as one JSON document; errors too.',
  common: true,
}

export const NO_PAGER: FlagDescription = {
  description: 'Write to the terminal what is longer than it, too, without a pager.',
  common: true,
}
