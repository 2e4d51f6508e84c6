/** Files that the package build has made: the assets of the pages, and the API reference at `/docs`. */

import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Middleware } from 'polka'
import sirv from 'sirv'
import { assetPath } from '../program/package.ts'
import type { Settings } from '../program/settings.ts'
import { DIFF_STYLE } from '../render/diff-html.ts'
import { STYLE } from '../render/html.ts'
import { type Encoding, encode, preferredEncoding } from './content-negotiation.ts'
import { variesBy } from './cross-origin.ts'
import { PAGE_SECURITY } from './html/html-headers.ts'
import { assertPreconditions, IMMUTABLE } from './representation-headers.ts'

/** Routes of the pages, in the notation of the router. */
export const PAGE_ROUTES = ['/assets/:file', '/docs', '/docs/:file']

/** The encodings in which the package build has made the files. */
const ENCODED = ['br', 'gzip'] as const

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** A norm or a difference as an HTML document may only have its own style. */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)} ${hashOf(DIFF_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the files of the pages, and calls `next` if there is none. Files are looked up for each request, so that a new
 * version of the package may replace them while the server runs.
 */
export function pages({ corsOrigin, authTokenFile }: Pick<Settings, 'corsOrigin' | 'authTokenFile'>): Middleware {
  const vary = variesBy(corsOrigin)
  const visibility = authTokenFile === undefined ? '' : 'private, '
  const setHeaders = (response: ServerResponse, path: string, file?: Stats) => {
    assertPreconditions(response.req, undefined, file?.mtime)
    const isImmutable = ASSET.test(path)
    const caching = isImmutable ? `${visibility || 'public, '}${IMMUTABLE}` : `${visibility}no-cache`
    response.setHeader('Cache-Control', caching)
    response.setHeader('Vary', vary)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    for (const [name, value] of Object.entries(PAGE_SECURITY)) response.setHeader(name, value)
  }
  const serve = sirv(assetPath('web'), { dev: true, brotli: true, gzip: true, setHeaders })
  return (request, response, next) => {
    // sirv would normalize the path.
    if (/^\.\.?$/.test(request.params.file ?? '')) return next()
    // Ranges are optional (RFC 9110, 14.2), and sirv fails on those that end before they begin.
    delete request.headers.range
    // sirv ignores quality values: it gets only the preferred encoding.
    const encoding = preferredEncoding(request.headers['accept-encoding'], ENCODED)
    request.headers['accept-encoding'] = encoding
    response.once('pipe', (file: Readable) => {
      file.once('error', () => response.destroy())
      response.once('close', () => file.destroy())
    })
    if (encoding === 'br' || !ASSET.test(request.path)) return serve(request, response, next)
    const send = (body: Buffer | undefined) => {
      if (body === undefined) return serve(request, response, next)
      setHeaders(response, request.path)
      response.setHeader('Content-Type', mediaTypeOf(request.path))
      if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
      response.setHeader('Content-Length', body.length).end(body)
    }
    return assetIn(encoding, request.path).then(send, next)
  }
}

/** Paths of assets. Their names have a hash of their content, so that what has a name never changes. */
export const ASSET = /^\/(?:assets|docs)\/[\w-]+-[0-9a-f]{8}\.(js|css|svg)$/

const MEDIA_TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

/** The media type of an asset. @param path that fits {@link ASSET} */
const mediaTypeOf = (path: string): string => MEDIA_TYPES[ASSET.exec(path)?.[1] ?? ''] ?? ''

const decompress = promisify(brotliDecompress)

/** Bodies that were made, by encoding and path; there are few assets. */
const made = new Map<string, Promise<Buffer | undefined>>()

/**
 * Returns an asset in an encoding, which is made once.
 * @param path that fits {@link ASSET}
 * @returns `undefined` if the package does not have the asset in brotli
 */
function assetIn(encoding: Exclude<Encoding, 'br'>, path: string): Promise<Buffer | undefined> {
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
