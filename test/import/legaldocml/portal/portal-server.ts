/**
 * Imitates the Rechtsinformationsportal by its OpenAPI document, with invented expressions and faults on demand: the catalogue of
 * snapshots, snapshots on their own path, the change log, expressions and their archives. Details missing from the document
 * follow the portal's open source: names of snapshots end with their time, a change names a manifestation, a deletion an
 * expression, and the change log includes both times.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { zip } from '../../../archive/zip.ts'
import { serve } from '../../../download/server.ts'

/** `busy`, `limited` and `cut` break the first answer; all others are permanent. */
export type Fault =
  | 'missing'
  | 'down'
  | 'busy'
  | 'limited'
  | 'cut'
  | 'cut always'
  | 'silent'
  | 'slow'
  | 'page'
  | 'short'
  | 'empty'
  | 'half'
  | 'no xml'
  | 'other law'
  | 'annex alone'
  | 'moved'
  | 'loop'

export interface PortalExpression {
  /** Day of its manifestation. */
  made: string
  files: Readonly<Record<string, string>>
  fault?: Fault | undefined
}

/** An entry of the portal's change log. */
export interface LogEntry {
  /** ISO 8601. */
  at: string
  /** ELI of manifestations. */
  changed?: string[]
  /** ELI of expressions. */
  deleted?: string[]
  allChanged?: boolean
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface PortalServer {
  url: string
  /** Expressions by ELI. */
  expressions: Map<string, PortalExpression>
  /** Snapshots by path; the catalogue lists the last one. */
  snapshots: Map<string, Buffer>
  log: LogEntry[]
  requests: IncomingMessage[]
  /** Requested paths without `/v1/`, since it was emptied: `bulk-zip-links`, `changelog`, `eli/…zip`. */
  asked: string[]
  /** Overrides answers of routes, by path without `/v1/`. */
  answers: Map<string, Answer>
  /** Arrival times of requests (`performance.now()`, milliseconds). */
  times: number[]
  /** Makes a snapshot of all expressions. @param at ISO 8601 */
  snapshot(at: string, more?: Readonly<Record<string, string>>): string
  /** Adds or changes an expression, and logs the change. */
  change(at: string, expression: readonly [string, PortalExpression]): void
}

interface Written {
  /** Date of the expression and of its manifestation. */
  day?: string
  made?: string
  text?: string
  title?: string
  /** Files beside the text of the law. */
  files?: Readonly<Record<string, string>>
  fault?: Fault | undefined
}

/** The ELI of an expression of an invented law, by its abbreviation. */
export const eliOf = (abbreviation: string, day = '2026-01-01') =>
  `eli/bund/bgbl-1/2010/s${Buffer.from(abbreviation).toString('hex')}/${day}/1/deu`

/** An expression with one norm, of an invented law. */
export function expression(
  abbreviation: string,
  { day = '2026-01-01', made = day, text = 'Es gilt, was gilt.', title, files = {}, fault }: Written = {},
): readonly [eli: string, expression: PortalExpression] {
  const eli = eliOf(abbreviation, day)
  return [
    eli,
    { made, fault, files: { 'regelungstext-1.xml': document(eli, made, abbreviation, text, title), ...files } },
  ]
}

export function document(
  eli: string,
  made: string,
  abbreviation: string,
  text: string,
  title = `Gesetz ${abbreviation}`,
  file = 'regelungstext-1',
): string {
  const work = eli.split('/', 5).join('/')
  const [day] = eli.split('/').slice(5)
  return `<?xml version="1.0" encoding="UTF-8"?>
<akn:akomaNtoso xmlns:akn="http://Inhaltsdaten.LegalDocML.de/1.8.2/"><akn:act name="/akn/ontology/de/concept/documenttype/bund/regelungstext"><akn:meta>
<akn:identification><akn:FRBRWork><akn:FRBRthis value="${work}/${file}"/><akn:FRBRuri value="${work}"/>
<akn:FRBRdate date="2010-02-20" name="verkuendungsfassung-ausfertigungsdatum"/></akn:FRBRWork>
<akn:FRBRExpression><akn:FRBRthis value="${eli}/${file}"/><akn:FRBRuri value="${eli}"/><akn:FRBRlanguage language="deu"/></akn:FRBRExpression>
<akn:FRBRManifestation><akn:FRBRdate date="${made}" name="generierung"/></akn:FRBRManifestation></akn:identification>
<akn:lifecycle><akn:eventRef eId="e1" date="${day}" refersTo="inkrafttreten"/></akn:lifecycle>
<akn:temporalData><akn:temporalGroup eId="g1"><akn:timeInterval start="#e1"/></akn:temporalGroup></akn:temporalData></akn:meta>
<akn:preface><akn:longTitle><akn:p><akn:docTitle>${title}</akn:docTitle><akn:shortTitle>(<akn:inline refersTo="amtliche-abkuerzung">${abbreviation}</akn:inline>)</akn:shortTitle></akn:p></akn:longTitle></akn:preface>
<akn:body><akn:article eId="art-1" period="#g1"><akn:num>§ 1</akn:num><akn:heading>Geltung</akn:heading><akn:paragraph><akn:num/><akn:content><akn:p>${text}</akn:p></akn:content></akn:paragraph></akn:article></akn:body></akn:act></akn:akomaNtoso>`
}

/** Serves expressions and a snapshot of them until the test ends. @param at time of the snapshot */
export async function startPortal(
  test: Pick<TestContext, 'after'>,
  expressions: readonly (readonly [string, PortalExpression])[],
  at = '2026-05-01T03:00:00Z',
): Promise<PortalServer> {
  const counts = new Map<string, number>()
  const server = await serve(test, (request, response) => {
    portal.times.push(performance.now())
    const url = new URL(request.url as string, portal.url)
    const path = url.pathname.replace(/^\/v1\/(?:legislation\/)?/, '')
    portal.asked.push(path)
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const answer = portal.answers.get(path)
    if (answer !== undefined) return answer(request, response)
    if (path === 'bulk-zip-links') return sendCatalogue(portal, response)
    if (path === 'changelog') return sendLog(portal, url, response)
    const snapshot = portal.snapshots.get(url.pathname)
    if (snapshot !== undefined) return sendRange(request, response, snapshot)
    const [, eli = '', made] = /^(?:elsewhere\/)?(eli(?:\/[^/]+){7})(?:\/([^/]+)\.zip)?$/.exec(path) ?? []
    const found = portal.expressions.get(eli)
    if (found === undefined) return response.writeHead(404).end()
    if (made === undefined) return sendExpression(eli, found, response)
    if (made !== found.made) return response.writeHead(404).end()
    const isElsewhere = path.startsWith('elsewhere/')
    return sendArchive(request, response, isElsewhere ? { ...found, fault: undefined } : found, counts.get(path) ?? 0)
  })
  const portal: PortalServer = {
    ...server,
    expressions: new Map(expressions),
    snapshots: new Map(),
    log: [],
    asked: [],
    answers: new Map(),
    times: [],
    snapshot(time, more = {}) {
      const path = `/snapshots/legislation_${time}.zip`
      const files = [...portal.expressions].flatMap(([eli, { made, files }]) =>
        Object.entries(files).map(([name, content]) => ({ name: `${eli}/${made}/${name}`, content })),
      )
      const others = Object.entries(more).map(([name, content]) => ({ name, content }))
      portal.snapshots.set(path, zip([...files, ...others]))
      return path
    },
    change(time, [eli, changed]) {
      portal.expressions.set(eli, changed)
      portal.log.push({ at: time, changed: [`${eli}/${changed.made}`] })
    },
  }
  portal.snapshot(at)
  return portal
}

const sendJson = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

function sendCatalogue({ url, snapshots }: PortalServer, response: ServerResponse): void {
  const dataset = (name: string, contentUrl: string | null) => ({
    '@type': 'Dataset',
    name,
    description: `Snapshot of ${name}`,
    distribution: { '@type': 'DataDownload', encodingFormat: 'application/zip', contentUrl },
  })
  const newest = [...snapshots.keys()].at(-1)
  const dataSet = [
    dataset('case-law', `${url}/snapshots/case-law_2026-05-01T00:00:00Z.zip`),
    dataset('literature', null),
  ]
  if (newest !== undefined) dataSet.push(dataset('legislation', url + newest))
  sendJson(response, { '@context': 'https://schema.org/', '@type': 'DataCatalog', name: 'Catalogue', dataSet })
}

function sendLog({ log }: PortalServer, url: URL, response: ServerResponse): unknown {
  const [from, to] = ['from', 'to'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
  if (from === undefined || to === undefined || Number.isNaN(from + to)) return response.writeHead(400).end()
  const within = log.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= to)
  if (within.some(({ allChanged }) => allChanged)) {
    return sendJson(response, { '@context': {}, changed: [], deleted: [], allChanged: true })
  }
  return sendJson(response, {
    '@context': {},
    changed: within
      .flatMap(({ changed = [] }) => changed)
      .map((eli) => ({
        '@id': `/v1/legislation/${eli}/zip`,
        '@type': 'LegislationObject',
        contentUrl: `/v1/legislation/${eli}.zip`,
      })),
    deleted: within
      .flatMap(({ deleted = [] }) => deleted)
      .map((eli) => ({ '@id': `/v1/legislation/${eli}`, '@type': 'Legislation' })),
    allChanged: false,
  })
}

function sendExpression(eli: string, { made }: PortalExpression, response: ServerResponse): void {
  const encoding = (['html', 'xml', 'zip'] as const).map((format) => ({
    '@type': 'LegislationObject',
    '@id': `/v1/legislation/${eli}/${made}/${format}`,
    contentUrl: `/v1/legislation/${eli}/${made}${format === 'zip' ? '' : '/regelungstext-1'}.${format}`,
    encodingFormat: { html: 'text/html', xml: 'application/xml', zip: 'application/zip' }[format],
    inLanguage: 'de',
  }))
  sendJson(response, { '@type': 'Legislation', '@id': `/v1/legislation/${eli}`, legislationIdentifier: eli, encoding })
}

/** Sends a file like an object store, with range requests. */
function sendRange({ headers: { range } }: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const [, start] = /^bytes=(\d+)-$/.exec(range ?? '') ?? []
  if (start === undefined) response.writeHead(200, { 'content-length': body.length }).end(body)
  else {
    const contentRange = `bytes ${start}-${body.length - 1}/${body.length}`
    const rest = body.subarray(Number(start))
    response.writeHead(206, { 'content-range': contentRange, 'content-length': rest.length }).end(rest)
  }
}

function sendArchive(
  request: IncomingMessage,
  response: ServerResponse,
  { files, fault }: PortalExpression,
  count: number,
): unknown {
  const members = Object.entries(files).map(([name, content]) => ({ name, content }))
  const [[name, text] = ['', '']] = Object.entries(files)
  const send = (body: Buffer) =>
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': body.length }).end(body)
  const whole = zip(members)
  const cut = () => {
    response.writeHead(200, { 'content-length': whole.length })
    response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
  }
  switch (fault) {
    case 'missing':
      return response.writeHead(404).end()
    case 'down':
      return response.writeHead(503).end()
    case 'silent':
      return undefined
    case 'slow':
      return setTimeout(send, 30, whole)
    case 'cut always':
      return cut()
    case 'page':
      return send(Buffer.from('<!doctype html><title>Wartung</title>'))
    case 'short':
      return send(whole.subarray(0, whole.length - 40))
    case 'empty':
      return send(Buffer.alloc(0))
    case 'half':
      return send(zip([{ name, content: text.slice(0, text.length / 2) }]))
    case 'no xml':
      return send(zip([{ name: 'bild.jpg', content: 'JPEG' }]))
    case 'other law':
      return send(zip([{ name, content: document(eliOf('Fremd'), '2026-01-01', 'Fremd', 'Fremdes gilt.') }]))
    case 'annex alone':
      return send(zip([{ name: 'anlage-regelungstext-1.xml', content: text }]))
    case 'moved':
      return response
        .writeHead(301, { location: (request.url as string).replace('/legislation/', '/elsewhere/') })
        .end()
    case 'loop':
      return response.writeHead(302, { location: request.url }).end()
  }
  if (fault === 'busy' && count === 1) return response.writeHead(503, { 'retry-after': '1' }).end()
  if (fault === 'limited' && count === 1) return response.writeHead(429, { 'retry-after': '1' }).end()
  if (fault === 'cut' && count === 1) return cut()
  return send(whole)
}
