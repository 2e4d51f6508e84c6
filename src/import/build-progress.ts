/** The progress of a build. */

/** `laws` counts laws that are read, `citations` norms whose citations are read, `search` norms that are indexed. */
export interface BuildProgress {
  stage: 'laws' | 'citations' | 'search' | 'seal'
  done: number
  total: number
}
