/** Makes a bundle of a dataset in any form that lies on this machine. */
import { constants, copyFile, stat, utimes } from 'node:fs/promises'
import { PACKED_BUNDLES, sniff, unpackTo } from '../archive/compressed.ts'
import { LegalTextError } from '../errors.ts'
import { buildBundle } from '../ingest/build-bundle.ts'
import { cacheError } from './cache-section.ts'
import type { WorkOptions } from './progress.ts'
import { verifyBundle } from './verify-bundle.ts'

/**
 * @param from a bundle, a packed bundle, or a folder or archive in a form that the build reads
 * @param out the file to write, which is not there yet; a temporary one, since it is there before it is complete
 * @throws LegalTextError where the dataset cannot be read, or the bundle not be written
 */
export async function makeBundle(from: string, out: string, { onProgress, signal }: WorkOptions): Promise<void> {
  const form = await sniff(from)
  if (form === 'unknown') {
    throw new LegalTextError(
      'invalid_input',
      `${from} is no dataset: expected a bundle (also packed with zstd or gzip), or a folder or archive (.zip, .tar, ` +
        '.tar.gz, .tar.zst) with official XML or with a JSON package',
    )
  }
  const compression = PACKED_BUNDLES[form]
  if (form !== 'sqlite' && compression === undefined) {
    await buildBundle({ from, out, search: true, onProgress, signal })
    return
  }
  onProgress?.({ stage: 'unpacking', done: 0, total: 0 })
  if (compression === undefined) await copy(from, out)
  else await unpackTo(from, compression, out)
  signal?.throwIfAborted()
  await verifyBundle(out)
}

/** A copy keeps the date: answers tell it as that of the bundle. */
async function copy(from: string, out: string): Promise<void> {
  try {
    await copyFile(from, out, constants.COPYFILE_FICLONE)
    const { atime, mtime } = await stat(from)
    await utimes(out, atime, mtime)
  } catch (error) {
    throw cacheError(out, error)
  }
}
