/** Seals a finished bundle with its digest. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DIGEST_PLACEHOLDER } from '../bundle-schema.ts'

const HEAD_BYTES = 1024 * 1024

/**
 * Computes the digest of a bundle that still holds the placeholder, and writes it in its place.
 * @returns the digest, `sha256:` and hex digits
 */
export async function sealBundle(file: string): Promise<string> {
  const hash = createHash('sha256')
  let place = -1
  for await (const chunk of createReadStream(file, { highWaterMark: HEAD_BYTES })) {
    hash.update(chunk)
    // The table with the digest is the first of the schema, so that the placeholder is in the head of the file.
    if (place < 0) place = (chunk as Buffer).indexOf(DIGEST_PLACEHOLDER)
    if (place < 0) throw new Error('the head of the bundle has no placeholder of the digest')
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
