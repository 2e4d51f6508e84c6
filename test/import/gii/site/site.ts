/** An imitation of the official site with invented laws, and with faults on demand. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { deflatedZeros, type ZipMember, zip } from '../../../archive/zip.ts'
import { serve } from '../../../download/server.ts'

/**
 * `flaky` answers 503 twice, `cut` and `reset` break the first connection; all others are permanent. `badxml` is an archive with
 * half a document.
 */
export type Fault =
  | 'missing'
  | 'flaky'
  | 'down'
  | 'cut'
  | 'cut always'
  | 'reset'
  | 'reset always'
  | 'silent'
  | 'slow'
  | 'notzip'
  | 'badzip'
  | 'badxml'
  | 'no xml'
  | 'bomb'
  | 'endless'
  | 'too short'
  | 'redirect'
  | 'redirect to itself'
  | 'redirect to a file'

export interface SiteLaw {
  title: string
  xml: string
  /** Another document placed before it in its archive. */
  beside?: string
  /** Files placed after it in its archive, by name. */
  images?: Readonly<Record<string, Buffer>>
  fault?: Fault
  /** The `ETag`, sent as it is. Default: a hash of the XML. */
  etag?: string
}

export interface Site {
  url: string
  laws: Map<string, SiteLaw>
  /** Laws requested since it was emptied, in order. */
  asked: string[]
  requests: IncomingMessage[]
  /** Overrides the answer for the table of contents. */
  toc: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  /** Base of the links in the table of contents. */
  linkBase: string
}

/** An invented law. */
export function law(code: string, text = 'Es gilt, was gilt.', builddate = '20260101120000'): SiteLaw {
  const norm = (number: string, content: string) =>
    `<norm builddate="${builddate}" doknr="BJNR${number}"><metadaten><jurabk>${code}</jurabk>${content}</norm>`
  const header = norm('900010001', `<langue>Gesetz ${code}</langue></metadaten><textdaten></textdaten>`)
  const section = norm(
    '900010001BJNE000100000',
    `<enbez>§ 1</enbez></metadaten><textdaten><text format="XML"><Content><P>${text}</P></Content></text></textdaten>`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?><dokumente builddate="${builddate}" doknr="BJNR900010001">${header}${section}</dokumente>`
  return { title: `Gesetz ${code}`, xml }
}

/** Laws `law_001`, `law_002`, … */
export function manyLaws(count: number): [string, SiteLaw][] {
  return Array.from({ length: count }, (_, index) => {
    const code = `law_${String(index + 1).padStart(3, '0')}`
    return [code, law(code, `Gesetz ${index}.`)]
  })
}

/** Serves laws until the test ends. */
export async function startSite(test: Pick<TestContext, 'after'>, laws: [string, SiteLaw][]): Promise<Site> {
  const bomb = laws.some(([, { fault }]) => fault === 'bomb') ? await deflatedZeros(1024) : undefined
  const counts = new Map<string, number>()
  const server = await serve(test, (request, response) => {
    const path = decodeURIComponent(new URL(request.url as string, site.url).pathname)
    if (path === '/gii-toc.xml') return site.toc === undefined ? sendToc(site, response) : site.toc(request, response)
    const [, code = '', name] = path.split('/')
    const found = site.laws.get(code)
    if (name === 'elsewhere') return send(request, response, zip([{ name: 'BJNR.xml', content: found?.xml ?? '' }]))
    if (name !== 'xml.zip' || found === undefined) return response.writeHead(404).end()
    site.asked.push(code)
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    answer(request, response, found, { count, code, bomb })
  })
  const site: Site = { ...server, laws: new Map(laws), asked: [], toc: undefined, linkBase: server.url }
  return site
}

function sendToc({ laws, linkBase }: Site, response: ServerResponse): void {
  const items = [...laws].map(
    ([code, { title }]) => `<item><title>${escaped(title)}</title><link>${linkBase}/${code}/xml.zip</link></item>`,
  )
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<items>${items.join('\n')}</items>`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function send(request: IncomingMessage, response: ServerResponse, body: Buffer, etag?: string): void {
  const isSame = etag !== undefined && request.headers['if-none-match'] === etag
  response.writeHead(isSame ? 304 : 200, { ...(etag && { etag }), ...(!isSame && { 'content-length': body.length }) })
  response.end(isSame ? undefined : body)
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { xml, beside, images = {}, fault, etag }: SiteLaw,
  { count, code, bomb }: { count: number; code: string; bomb: Pick<ZipMember, 'data' | 'size' | 'sum'> | undefined },
): unknown {
  const name = 'BJNR900010001.xml'
  const files = Object.entries(images).map(([name, content]) => ({ name, content }))
  const body = zip([
    ...(beside === undefined ? [] : [{ name: 'A.xml', content: beside }]),
    { name, content: xml },
    ...files,
  ])
  const own = etag ?? `"${createHash('sha256').update(xml).digest('hex').slice(0, 16)}"`
  const redirect = (location: string) => response.writeHead(302, { location }).end()
  const cut = () => {
    response.writeHead(200, { 'content-length': body.length })
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }
  switch (fault) {
    case 'missing':
      return response.writeHead(404).end('<h1>404</h1>')
    case 'down':
      return response.writeHead(503).end()
    case 'silent':
      return undefined
    case 'slow':
      return setTimeout(send, 20, request, response, body, own)
    case 'notzip':
      return send(request, response, Buffer.from('<html><body>Wartungsarbeiten</body></html>'))
    case 'badzip':
      return send(request, response, body.subarray(0, body.length - 30))
    case 'badxml':
      return send(request, response, zip([{ name, content: xml.slice(0, xml.length / 2) }]), own)
    case 'no xml':
      return send(request, response, zip([{ name: 'BJNR900010001.pdf', content: '%PDF' }]))
    case 'bomb':
      return send(request, response, zip([{ name, content: '', ...bomb }]))
    case 'endless': {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20)));
      }
      response.on('drain', more)
      return more()
    }
    case 'too short':
      return send(request, response, body.subarray(0, body.length - 1))
    case 'redirect':
      return redirect(`/${encodeURIComponent(code)}/elsewhere`)
    case 'redirect to itself':
      return redirect(request.url as string)
    case 'redirect to a file':
      return redirect('file:///etc/passwd')
    case 'cut always':
      return cut()
    case 'reset always':
      return request.socket.destroy()
  }
  if (fault === 'flaky' && count <= 2) return response.writeHead(503, { 'retry-after': '1' }).end()
  if (fault === 'cut' && count === 1) return cut()
  if (fault === 'reset' && count === 1) return request.socket.destroy()
  return send(request, response, body, own)
}
