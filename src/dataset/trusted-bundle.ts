import type { BundleStore, CachedBundle } from './bundle-store.ts'
import type { SourceSettings } from './provide.ts'
import { publicKeyText } from './signature.ts'

/**
 * The newest bundle of the cache that is whole, and that was checked as the settings demand of what is downloaded: by its
 * signature or checksum, where DATASET_URL is set.
 * @param onSkipped told of each newer one that is not, and why
 * @throws LegalTextError `invalid_input` where the public key is of no use
 */
export async function newestTrusted(
  store: BundleStore,
  { datasetUrl, datasetSha256, datasetPublicKey }: SourceSettings,
  onSkipped?: (file: string, reason: string) => void,
): Promise<CachedBundle | undefined> {
  const key = datasetPublicKey === undefined ? undefined : publicKeyText(datasetPublicKey)
  const fault = ({ origin }: CachedBundle): string | undefined => {
    if (datasetUrl === undefined) return undefined
    if (key !== undefined && origin?.signed_by !== key) return 'it is not known to be signed with DATASET_PUBLIC_KEY'
    if (datasetSha256 !== undefined && origin?.sha256 !== datasetSha256) {
      return 'it was not made of the file that DATASET_SHA256 names'
    }
    return undefined
  }
  return store.newest(onSkipped, fault)
}
