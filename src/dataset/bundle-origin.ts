/** Where a bundle of the cache came from, as the file beside it records it. */
import type { SiteName } from '../import/families.ts'

/** A site, and what is fetched from it. */
export interface SourceSite {
  source: SiteName
  url: string
  /** CELEX numbers of acts; absent for those that the family knows. */
  acts?: readonly string[]
  /** Languages in the order of preference (ISO 639-1); absent for those of the family. */
  languages?: readonly string[]
  /** In the origin of a bundle: how many laws could not be fetched or read. */
  failed?: number
}

/** Where a bundle came from. */
export interface BundleOrigin {
  kind: 'official-source' | 'url' | 'build'
  /** Of the dataset, or of the first site. */
  url?: string | undefined
  /** The sites that its laws were fetched from; absent in older records, which are of federal law. */
  sites?: readonly SourceSite[] | undefined
  /** Absolute paths of folders, archives and files that it was built from, too. */
  local?: readonly string[] | undefined
  etag?: string | undefined
  last_modified?: string | undefined
  /** ISO 8601. */
  fetched_at: string
  /** SHA-256 of the downloaded file, hex digits. */
  sha256?: string | undefined
  /** Public key whose signature of that file was verified: base64. */
  signed_by?: string | undefined
  /** When it came into the cache (ISO 8601). */
  added_at?: string | undefined
  /** Identifies the input: it differs if another bundle would result. */
  made_of?: string | undefined
}
