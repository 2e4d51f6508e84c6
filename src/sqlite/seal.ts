/** Seals a finished bundle: its digest, and its place under its final name. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIGEST_PLACEHOLDER } from './bundle-schema.ts'

const HEAD_BYTES = 1024 * 1024

/**
 * Computes the digest of a bundle that still holds the placeholder, and writes it in the placeholder's stead.
 * @returns the digest, `sha256:` and hex digits
 */
export async function sealBundle(file: string): Promise<string> {
  const hash = createHash('sha256')
  let place = -1
  for await (const chunk of createReadStream(file, { highWaterMark: HEAD_BYTES })) {
    hash.update(chunk)
    // The table with the digest is the first of the schema, so that its place is at the head of the file.
    if (place < 0) place = (chunk as Buffer).indexOf(DIGEST_PLACEHOLDER)
    if (place < 0) throw new Error('the place of the digest is not at the head of the bundle')
  }
  const digest = `sha256:${hash.digest('hex')}`
  const handle = await open(file, 'r+')
  try {
    await handle.write(digest, place, 'latin1')
    await handle.sync()
  } finally {
    await handle.close()
  }
  return digest
}

/** Puts a file that is safely on disk under its final name, in one step. */
export async function publish(temporary: string, final: string): Promise<void> {
  await rename(temporary, final)
  await syncDirectory(dirname(final))
}

/** Waits until the names in a folder are safely on disk. */
export async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
