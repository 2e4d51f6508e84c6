/** Opens the bundles that servers answer from, with a watch on their files. */
import { say } from '../i18n/texts.ts'
import type { Corpus } from '../model/corpus.ts'
import { refuseBundle } from '../store/bundle-schema.ts'
import { copyBundle } from './convert.ts'
import { openBundle } from './open-bundle.ts'
import { openBundleFile } from './open-engine.ts'
import type { ObtainOptions } from './options.ts'
import { modifiedWhileServed, ServedFile } from './served-file.ts'
import { ensureVerified } from './verify-bundle.ts'

/** A corpus and its file, which is closed with the corpus. The sample has none: it is part of the package. */
export interface OpenedCorpus {
  corpus: Corpus
  file: ServedFile | undefined
}

/** What another process says of a file that it serves. */
export type FileToServe = Pick<ServedFile, 'identity' | 'isCopy'>

/**
 * Opens a bundle that another process has verified and keeps from being removed.
 * @param digest and @param known what the other process found
 * @throws LegalTextError `not_ready` if it cannot be opened, or is no longer the same
 */
export function openVerified(path: string, digest: string, known: FileToServe | undefined): OpenedCorpus {
  const file = known && new ServedFile(path, known.isCopy)
  try {
    const corpus = openBundleFile(path, () => file?.close())
    const isSame = corpus.bundle.digest === digest
    if (isSame && (file === undefined || (file.identity === known?.identity && file.isInPlace())))
      return { corpus, file }
    corpus.close()
    if (isSame) throw modifiedWhileServed(path)
    return refuseBundle(path, say`it was replaced after it had been verified`)
  } catch (error) {
    file?.close()
    throw error
  }
}

/** Opens a bundle of the cache. @throws LegalTextError `not_ready` as `openBundle` */
export async function openCopy(path: string, cache: string, isVerified = false): Promise<OpenedCorpus> {
  const file = new ServedFile(path, true)
  return { corpus: await openBundle(path, cache, { isVerified, onClose: () => file.close() }), file }
}

/**
 * Copies a bundle into the cache and opens the copy, so that writing to the file does not affect the server; if no copy can
 * be made, opens the file.
 * @throws LegalTextError `not_ready` as `openBundle`, or if the file has changed since it was verified
 */
export async function openCopyOf(bundle: string, { cache, signal, onNotice }: ObtainOptions): Promise<OpenedCorpus> {
  const file = new ServedFile(bundle, false)
  try {
    const { digest } = await ensureVerified(bundle, cache)
    const copy = await copyBundle({ file: bundle, digest }, cache, signal).catch((error: Error) => {
      signal?.throwIfAborted()
      if (!isIntact(file)) throw error
      onNotice?.(say`${bundle} is served without a copy, which could not be made: ${error.message}`)
    })
    if (copy === undefined) return await openInPlace(file, cache)
    file.close()
    return await openCopy(copy, cache)
  } catch (error) {
    file.close()
    throw error
  }
}

async function openInPlace(file: ServedFile, cache: string): Promise<OpenedCorpus> {
  const corpus = await openBundle(file.file, cache, { onClose: () => file.close() })
  if (isIntact(file)) return { corpus, file }
  await corpus.close()
  throw modifiedWhileServed(file.file)
}

/** Whether the name of a file still leads to the opened file, and that was not written to. */
const isIntact = (file: ServedFile) => file.isInPlace() && file.isUnmodified()
