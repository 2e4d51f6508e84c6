/**
 * Client of the Rechtsinformationsportal, according to its OpenAPI document: the catalogue of snapshots, the change log,
 * expressions, and archives of manifestations.
 */
import * as z from 'zod'
import { addressBelow, linkedAddress, withoutCredentials } from '../../../download/address.ts'
import { DownloadError } from '../../../download/download-error.ts'
import type { HttpClient } from '../../../download/http-client.ts'
import { say } from '../../../i18n/texts.ts'
import { LegalTextError } from '../../../util/errors.ts'
import { tried } from '../../../util/tried.ts'
import { ArchiveError, isPage, MAXIMUM_ARCHIVE_BYTES } from '../../site/site-store.ts'
import { EXPRESSION } from '../format.ts'

const CATALOGUE = z.object({
  dataSet: z.array(
    z.object({ name: z.string(), distribution: z.object({ contentUrl: z.string().nullish() }).nullish() }),
  ),
})

const ENTRY = z.object({ '@id': z.string() })
const CHANGES = z.object({
  changed: z.array(ENTRY.extend({ contentUrl: z.string() })),
  deleted: z.array(ENTRY),
  allChanged: z.boolean(),
})

const ENCODINGS = z.object({
  encoding: z.array(z.object({ contentUrl: z.string(), encodingFormat: z.string().nullish() })),
})

/** Changes of the portal between two times. */
export interface Changes {
  /** True if the portal has rebuilt its whole collection; then the others are empty. */
  allChanged: boolean
  /** Addresses of the newest archives of expressions, by ELI. */
  changed: ReadonlyMap<string, string>
  /** ELIs of expressions. */
  deleted: ReadonlySet<string>
  /** Identifiers in a form outside the OpenAPI document. */
  unknown: readonly string[]
}

/** Returns the ELI of the expression in an address; `undefined` if absent. */
export function expressionIn(address: string): string | undefined {
  return EXPRESSION.exec(address)?.[1]
}

/** Returns the day of the manifestation in an address; empty if absent. */
export function manifestationDay(address: string): string {
  return EXPRESSION.exec(address)?.[2] ?? ''
}

/** HTTP statuses of resources that the portal lacks, or no longer has. */
const ABSENT: ReadonlySet<number | undefined> = new Set([404, 410])

/** Maximum size of a JSON response: the change log has some 200 bytes per changed expression. */
const MAXIMUM_JSON_BYTES = 64 * 1024 * 1024

export class Portal {
  readonly #baseUrl: string
  readonly #client: HttpClient
  readonly #signal: AbortSignal

  /** @param baseUrl possibly with credentials */
  constructor(baseUrl: string, client: HttpClient, signal: AbortSignal) {
    this.#baseUrl = baseUrl
    this.#client = client
    this.#signal = signal
  }

  /**
   * Requests the newest snapshot of legislation from the catalogue.
   * @returns its address
   * @throws LegalTextError `not_ready` if the catalogue is missing, or has no snapshot
   */
  async snapshot(): Promise<string> {
    const address = this.#address('v1/bulk-zip-links')
    const { dataSet } = await this.#json(address, CATALOGUE).catch((error) =>
      notReady(error, say`cannot get the catalogue of snapshots`),
    )
    const links = dataSet.flatMap(({ name, distribution }) => {
      const link = distribution?.contentUrl
      return link && /^legislation/i.test(name) ? [link] : []
    })
    // Names end with their timestamps.
    const newest = links.sort().at(-1)
    if (newest !== undefined) return this.#address(newest)
    const problem = say`cannot get a snapshot: ${withoutQuery(address)} lists none of legislation`
    throw new LegalTextError('not_ready', problem)
  }

  /**
   * Requests the change log between two times, inclusive.
   * @throws LegalTextError `not_ready` if it is missing
   */
  async changes(from: Date, to: Date): Promise<Changes> {
    const log = await this.#json(this.changeLog(from, to), CHANGES).catch((error) =>
      notReady(error, say`cannot get the change log`),
    )
    const changed = new Map<string, string>()
    const deleted = new Set<string>()
    const unknown: string[] = []
    for (const { '@id': id, contentUrl } of log.changed) {
      const expression = expressionIn(contentUrl)
      const other = changed.get(expression ?? '')
      if (expression === undefined || !/\.zip$/.test(contentUrl)) unknown.push(id)
      else if (other === undefined || manifestationDay(other) < manifestationDay(contentUrl)) {
        changed.set(expression, this.#address(contentUrl))
      }
    }
    for (const { '@id': id } of log.deleted) {
      const expression = expressionIn(id)
      if (expression === undefined) unknown.push(id)
      else deleted.add(expression)
    }
    return { allChanged: log.allChanged, changed, deleted, unknown }
  }

  /** Returns the address of the change log between two times. */
  changeLog(from: Date, to: Date): string {
    const url = new URL(this.#address('v1/legislation/changelog'))
    url.searchParams.set('from', from.toISOString())
    url.searchParams.set('to', to.toISOString())
    return url.href
  }

  /** Returns the address of an expression, or of the archive of one of its manifestations. */
  addressOf(expression: string, manifestation = ''): string {
    return this.#address(`v1/legislation/${expression}${manifestation && `/${manifestation}.zip`}`)
  }

  /**
   * Requests the archive of an expression.
   * @returns the address of the newest one; `undefined` if the portal lacks the expression
   * @throws DownloadError, ArchiveError
   */
  async archiveOf(expression: string): Promise<string | undefined> {
    const found = await this.#json(this.addressOf(expression), ENCODINGS).catch(absentAsUndefined)
    const links = (found?.encoding ?? [])
      .filter(({ contentUrl }) => expressionIn(contentUrl) === expression && /\.zip$/.test(contentUrl))
      .map(({ contentUrl }) => this.#address(contentUrl))
    return links.sort((a, b) => (manifestationDay(a) < manifestationDay(b) ? -1 : 1)).at(-1)
  }

  /** Fetches an archive. @returns `undefined` if the portal lacks it. @throws DownloadError */
  async archive(link: string): Promise<Uint8Array | undefined> {
    const options = { accept: 'application/zip', maxBytes: MAXIMUM_ARCHIVE_BYTES, signal: this.#signal }
    const answer = await this.#client.get(this.#address(link), options).catch(absentAsUndefined)
    return answer?.body
  }

  /** Resolves a link of the portal. A mirror's links to API routes may name the official site. */
  #address(link: string): string {
    if (!URL.canParse(link)) return addressBelow(this.#baseUrl, link.replace(/^\/+/, ''))
    const [, route] = /\/(v1\/.*)$/.exec(new URL(link).pathname) ?? []
    return route === undefined ? linkedAddress(this.#baseUrl, link) : addressBelow(this.#baseUrl, route)
  }

  /** @throws DownloadError; ArchiveError if the response does not match the OpenAPI document */
  async #json<Answer>(address: string, schema: z.ZodType<Answer>): Promise<Answer> {
    const options = { accept: 'application/json', maxBytes: MAXIMUM_JSON_BYTES, signal: this.#signal }
    const { body } = await this.#client.get(address, options)
    const refuse = (problem: string): never => {
      throw new ArchiveError('unsupported_format', say`${withoutQuery(address)}: ${problem}`)
    }
    if (isPage(body)) return refuse(say`an HTML page was sent instead of JSON`)
    const read = schema.safeParse(parsed(body))
    if (read.success) return read.data
    const [issue] = read.error.issues
    return refuse(say`the answer is not as the OpenAPI document says: ${issue?.path.join('.') ?? ''} ${issue?.message}`)
  }
}

const parsed = (body: Uint8Array): unknown => tried(() => JSON.parse(new TextDecoder().decode(body)), undefined)

/** Returns an address without credentials and query, which may hold a key. */
export function withoutQuery(address: string): string {
  return withoutCredentials(address).replace(/\?.*/, '')
}

function absentAsUndefined(error: unknown): undefined {
  if (error instanceof DownloadError && ABSENT.has(error.status)) return undefined
  throw error
}

/** @throws LegalTextError `not_ready` for a failed request; other errors as they are */
function notReady(error: unknown, problem: string): never {
  if (!(error instanceof DownloadError || error instanceof ArchiveError)) throw error
  throw new LegalTextError('not_ready', say`${problem}: ${error.message}`, {}, { cause: error })
}
