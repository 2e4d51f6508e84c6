/** What was downloaded is trusted as far as it was checked: by its checksum, and by its signature. */
import type { BundleStore, CachedBundle } from './bundle-store.ts'
import type { SourceSettings } from './provide.ts'
import { publicKeyText } from './signature.ts'

/** What is known of a file that was downloaded. */
export interface Checked {
  /** Hex digits. */
  sha256?: string | undefined
  /** The public key that had signed it: base64. */
  signed_by?: string | undefined
}

/**
 * Why a file that was downloaded before is not what the settings demand now; `undefined` where it is.
 * @throws LegalTextError `invalid_input` where the public key is of no use
 */
export function trustFault(
  { sha256, signed_by }: Checked,
  { datasetSha256, datasetPublicKey }: Pick<SourceSettings, 'datasetSha256' | 'datasetPublicKey'>,
): string | undefined {
  if (datasetPublicKey !== undefined && signed_by !== publicKeyText(datasetPublicKey)) {
    return 'it is not known to be signed with DATASET_PUBLIC_KEY'
  }
  if (datasetSha256 !== undefined && sha256 !== datasetSha256) {
    return 'it was not made of the file that DATASET_SHA256 names'
  }
  return undefined
}

/**
 * The newest bundle of the cache that is whole, and that was checked as the settings demand where DATASET_URL is set.
 * @param onSkipped told of each newer one that is not, and why
 * @throws LegalTextError `invalid_input` where the public key is of no use
 */
export function newestTrusted(
  store: BundleStore,
  settings: SourceSettings,
  onSkipped?: (file: string, reason: string) => void,
): Promise<CachedBundle | undefined> {
  const isDemanded = settings.datasetUrl !== undefined
  return store.newest(onSkipped, ({ origin }) => (isDemanded ? trustFault(origin ?? {}, settings) : undefined))
}
