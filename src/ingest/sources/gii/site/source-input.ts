import type { ParsedLimitation } from '../../../../corpus/parsed-law.ts'
import type { Input, InputFile } from '../../../input.ts'
import { GII_FAMILY } from '../law-reader.ts'
import { TOC_FILE } from '../official-site.ts'
import type { SourceStore, StoredFailure } from './source-store.ts'

/** What was fetched from a site as it would lie in a folder: the table of contents, and `<code>/<member>`. */
export function sourceInput(store: SourceStore, name: string): Input {
  const files: InputFile[] = store.laws().flatMap(({ code, fetchedAt, members }) =>
    members.map((member, index) => ({
      path: `${code}/${member.name}`,
      size: member.size,
      fetchedAt,
      read: () => store.read(code, index),
    })),
  )
  const { toc } = store
  if (toc !== undefined) {
    const { content } = toc
    files.push({ path: TOC_FILE, size: content.length, read: async () => content })
  }
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return { name, files, limitations: store.failures().map(limitationOf), close: async () => {} }
}

function limitationOf(failure: StoredFailure): ParsedLimitation {
  const { code, title, url, terminal_state: terminalState, reason, checked_at: retrievedAt, fetched_at } = failure
  const kept = fetched_at === null ? '' : `; the copy of ${fetched_at.slice(0, 10)} is still used`
  return {
    sourceFamily: GII_FAMILY,
    sourceId: code,
    title: title || code,
    sourceUrl: url,
    terminalState,
    reason: reason + kept,
    retrievedAt,
  }
}
