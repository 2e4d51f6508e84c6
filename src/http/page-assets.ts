/** The assets of the pages. The package has them in brotli only, which keeps it small; other encodings are made here. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { assetPath } from '../program/package.ts'
import { type Encoding, encode } from './content-negotiation.ts'

/** Paths of assets. Their names have a hash of their content, so that what has a name never changes. */
export const ASSET = /^\/(?:assets|docs)\/[\w-]+-[0-9a-f]{8}\.(js|css|svg)$/

const MEDIA_TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

/** The media type of an asset. @param path that fits {@link ASSET} */
export const mediaTypeOf = (path: string): string => MEDIA_TYPES[ASSET.exec(path)?.[1] ?? ''] ?? ''

const decompress = promisify(brotliDecompress)

/** Bodies that were made, by encoding and path; there are few assets. */
const made = new Map<string, Promise<Buffer | undefined>>()

/**
 * Returns an asset in an encoding, which is made once.
 * @param path that fits {@link ASSET}
 * @returns `undefined` if the package does not have the asset in brotli
 */
export function assetIn(encoding: Exclude<Encoding, 'br'>, path: string): Promise<Buffer | undefined> {
  const key = `${encoding} ${path}`
  const present = made.get(key)
  if (present !== undefined) return present
  const body = make(encoding, path)
  made.set(key, body)
  // Names that lead nowhere must not take memory, and what fails is tried again.
  const forget = () => made.delete(key)
  body.then((bytes) => bytes ?? forget(), forget)
  return body
}

async function make(encoding: Exclude<Encoding, 'br'>, path: string): Promise<Buffer | undefined> {
  const compressed = await readFile(join(assetPath('web'), `${path}.br`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (compressed === undefined) return undefined
  const body = await decompress(compressed)
  return encoding === 'identity' ? body : encode(body, encoding)
}
