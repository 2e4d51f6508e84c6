/** Seals a finished bundle: its digest, and its place under its final name. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIGEST_PLACEHOLDER } from '../corpus/bundle-schema.ts'

/**
 * Computes the digest of a bundle that still holds the placeholder, and writes it in the placeholder's stead.
 * @returns the digest, `sha256:` and hex digits
 */
export async function sealBundle(file: string): Promise<string> {
  const hash = createHash('sha256')
  const marker = Buffer.from(DIGEST_PLACEHOLDER)
  const places: number[] = []
  let read = 0
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk)
    const window = Buffer.concat([tail, chunk as Buffer])
    const base = read - tail.length
    for (let at = window.indexOf(marker); at >= 0; at = window.indexOf(marker, at + 1)) places.push(base + at)
    read += (chunk as Buffer).length
    tail = window.subarray(Math.max(window.length - marker.length + 1, 0))
  }
  const [place] = places
  if (place === undefined || places.length > 1)
    throw new Error(`a bundle has one place for its digest, not ${places.length}`)
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
  const folder = await open(dirname(final))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
