/**
 * Requests to Cellar, the repository of the Publications Office, at the address of a resource: what is wanted of it is told by
 * `Accept` and `Accept-Language` (chapter "RESTful API", Cellar end-user manual). It answers 303 with the address of the
 * notice or archive.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readAddress } from '../../../../download/address.ts'
import type { HttpClient, HttpResult } from '../../../../download/http-client.ts'
import { MAXIMUM_ARCHIVE_BYTES } from '../../site/site-archive.ts'
import type { Validators } from '../../site/site-records.ts'
import { cellarLanguage } from './languages.ts'

/** Notices with all inferred relations have up to 60 MB. */
const MAXIMUM_NOTICE_BYTES = 128 * 1024 * 1024

/** The metadata of an act with inferred relations: those to consolidations are. */
const NOTICE = 'application/rdf+xml'
/** All files of the manifestation in Formex 4, zipped. With a space after the semicolon Cellar answers 500. */
const ARCHIVE = 'application/zip;mtype=fmx4'

/** Between the beginnings of two requests, in milliseconds. Cellar documents no limit. */
const PAUSE = 250

export interface CellarOptions {
  /** The site, perhaps with credentials. */
  baseUrl: string
  client: HttpClient
  signal: AbortSignal
  pause?: number | undefined
}

type Answer = HttpResult & { body: Uint8Array }

export class CellarClient {
  readonly #options: CellarOptions
  /** When the next request may begin, in milliseconds of `performance.now()`. */
  #next = 0

  constructor(options: CellarOptions) {
    this.#options = options
  }

  /** @throws DownloadError */
  notice(celex: string, known: Validators): Promise<Answer> {
    return this.#get(`celex/${celex}`, known, MAXIMUM_NOTICE_BYTES, NOTICE)
  }

  /**
   * @param name of the resource: `celex/02016R0679-20160504`
   * @param language ISO 639-1
   * @throws DownloadError; with the status 404 or 406 if Cellar does not have it
   */
  archive(name: string, language: string, known: Partial<Validators>): Promise<Answer> {
    return this.#get(name, known, MAXIMUM_ARCHIVE_BYTES, ARCHIVE, cellarLanguage(language))
  }

  /** The address of a resource, without credentials. */
  addressOf(name: string): string {
    return readAddress(this.#address(name)).url.href
  }

  async #get(
    name: string,
    { etag, lastModified }: Partial<Validators>,
    maxBytes: number,
    accept: string,
    acceptLanguage?: string,
  ): Promise<Answer> {
    const { client, signal } = this.#options
    await this.#turn()
    const headers = { etag, lastModified, accept, acceptLanguage }
    return client.get(this.#address(name), { ...headers, maxBytes, signal, sameHost: true })
  }

  /** Waits until the next request may begin. */
  async #turn(): Promise<void> {
    const { signal, pause = PAUSE } = this.#options
    const now = performance.now()
    const wait = Math.max(0, this.#next - now)
    this.#next = now + wait + pause
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
  }

  #address(name: string): string {
    const [system, ...id] = name.split('/')
    const url = new URL(this.#options.baseUrl)
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/resource/${system}/${encoded(id.join('/'))}`
    return url.href
  }
}

/** Encodes the identifier of a resource as one segment of a path. Cellar finds no brackets that are not encoded. */
function encoded(id: string): string {
  return encodeURIComponent(id).replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
}
