/** The table of contents of the law that was read last: it stays as the reader left it while norms are turned. */

import { buildToc } from '../../layout/contents.ts'
import type { Law } from '../answers.ts'
import { Contents } from './contents.ts'

let last: { law: Law; contents: Contents } | undefined

export function contentsOf(law: Law): Contents {
  if (last?.law !== law) last = { law, contents: new Contents(law.code, buildToc(law)) }
  return last.contents
}
