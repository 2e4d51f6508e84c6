/** The local copy of the official site: the archives of its laws, and its table of contents. */
import type { ArchiveForm } from '../../site/site-archive.ts'
import { SiteStore } from '../../site/site-store.ts'
import { GII_FAMILY, isXml, LIMITS, TOC_FILE } from '../format.ts'
import { ContentHash } from './content-hash.ts'

export const LAW_ARCHIVES: ArchiveForm = {
  isDocument: isXml,
  maxBytes: LIMITS.bytes,
  hash: () => new ContentHash(),
}

/** Opens the copy. @throws LegalTextError as {@link SiteStore.open} */
export function openLawStore(file: string, baseUrl: string, onNotice?: (text: string) => void): SiteStore {
  const form = { family: GII_FAMILY, archives: LAW_ARCHIVES, listFile: TOC_FILE }
  return SiteStore.open(form, file, baseUrl, onNotice)
}
