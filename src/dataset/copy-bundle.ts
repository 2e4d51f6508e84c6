import { LegalTextError } from '../errors.ts'
import { convertContent } from './convert.ts'
import { ensureVerified } from './verify-bundle.ts'

/**
 * The copy of a bundle in the cache, made by reference where the file system can, and only once: a server that works on
 * it does not mind what happens to the file.
 * @throws LegalTextError where the cache cannot be written, or the file is no longer what was opened
 */
export async function copyBundle(
  { file, digest }: { file: string; digest: string },
  cache: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const copy = await convertContent(file, digest, { cache, signal })
  const { digest: copied } = await ensureVerified(copy, cache)
  if (copied === digest) return copy
  throw new LegalTextError('not_ready', 'the file was written to while it was copied')
}
