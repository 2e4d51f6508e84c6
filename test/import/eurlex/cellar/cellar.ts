/**
 * Imitates Cellar with invented acts and faults on demand. Its behaviour follows the end-user manual of Cellar (chapter "RESTful
 * API") and reports of other users: 303 to the address of a notice or archive, 404 for an unknown resource, 406 for a missing
 * language or format, 400 for two-letter languages, 500 for a space in `Accept`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { type ZipMember, zip } from '../../../archive/zip.ts'
import { serve } from '../../../download/server.ts'
import { act, article, consolidation, enacting, paragraph, recitals } from '../acts.ts'

/** `busy` and `cut` break the first answer; all others are permanent. */
export type Fault =
  | 'missing'
  | 'down'
  | 'busy'
  | 'cut'
  | 'cut always'
  | 'page'
  | 'broken'
  | 'nothing'
  | 'choices'
  | 'loop'
  | 'elsewhere'
  | 'nowhere'

export interface CellarVersion {
  /** Archives by language (ISO 639-3). */
  archives: Record<string, ZipMember[]>
  fault?: Fault | undefined
  etag?: string
  /** The only name it is found by. Default: both. */
  only?: 'celex' | 'consolidation'
}

export interface CellarAct {
  /** The act as adopted (`oj`), and consolidations by day. */
  versions: Map<string, CellarVersion>
  /** Fault of its notice. */
  fault?: Fault | undefined
  /** Replaces the content of its notice. */
  notice?: string
}

export interface Cellar {
  url: string
  acts: Map<string, CellarAct>
  requests: IncomingMessage[]
  /** Requests since it was emptied: `32025R9901 rdf`, `02025R9901-20250201 deu`. */
  asked: string[]
  /** Archives already cut once. */
  cut: Set<string>
}

/** A notice in `application/rdf+xml`: direct and inferred relations, including those of other acts. */
export function notice(celex: string, days: readonly string[]): string {
  const resource = (name: string) => `http://publications.europa.eu/resource/${name}`
  const number = celex.slice(1)
  const relations = days.flatMap((day, index) => {
    const date = day.replaceAll('-', '')
    const names = [
      `celex/0${number}-${date}`,
      `consolidation/${number}%2F${date}`,
      `consolidation/${number}%2F${date}_0000010`,
    ]
    const property = index % 2 === 0 ? 'consolidated_by_act_consolidated' : 'basis_for_act_consolidated'
    return names.map((name) => `<j.0:resource_legal_${property} rdf:resource="${resource(name)}"/>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
 xmlns:j.0="http://publications.europa.eu/ontology/cdm#">
<rdf:Description rdf:about="${resource('cellar/00000000-0000-0000-0000-000000000000')}">
<owl:sameAs rdf:resource="${resource(`celex/${encodeURIComponent(celex)}`)}"/>
<j.0:resource_legal_amends_resource_legal rdf:resource="${resource('celex/32009R0001')}"/>
<j.0:resource_legal_consolidated_by_act_consolidated rdf:resource="${resource('celex/02009R0001-20250301')}"/>
${relations.join('\n')}
</rdf:Description>
</rdf:RDF>
`
}

const LANGUAGES: Record<string, string> = { deu: 'DE', eng: 'EN', fra: 'FR' }

/** The archive of an invented act: its list of files, and the act. */
export function archiveOf(
  number: string,
  language: string,
  day?: string,
  text = 'Pilots shall be polite.',
): ZipMember[] {
  const short = LANGUAGES[language] as string
  const facts = {
    number,
    year: '2025',
    language: short,
    title: `Regulation (EU) 2025/${number} on pilots of the Sound`,
  }
  const body = enacting(article('1', paragraph('1', text)))
  const stem = day === undefined ? `L_2025001${short}.01000101` : `CL2025R${number}${short}0010010.0001`
  const content =
    day === undefined
      ? act(`${recitals('Pilots are needed.')}${body}`, facts)
      : consolidation(body, day.replaceAll('-', ''), facts)
  const list =
    `<DOC><PUBLICATION.REF><DATE ISO="20250120">20250120</DATE></PUBLICATION.REF><FMX><DOC.MAIN.PUB>` +
    `<NO.CELEX>32025R${number}</NO.CELEX><REF.PHYS FILE="${stem}.xml" TYPE="DOC.XML"/></DOC.MAIN.PUB></FMX></DOC>`
  return [
    { name: `${stem}.doc.xml`, content: list },
    { name: `${stem}.xml`, content },
    { name: `${stem}.tif`, content: 'II*' },
    ...(day === undefined ? [{ name: `L_2025001${short}.toc.xml`, content: '<PUBLICATION/>' }] : []),
  ]
}

/** An act with consolidations of these days in these languages. */
export function cellarAct(number: string, days: readonly string[], languages = ['deu', 'eng']): [string, CellarAct] {
  const version = (day?: string): CellarVersion => ({
    archives: Object.fromEntries(
      languages.map((language) => [language, archiveOf(number, language, day, `Text of ${day ?? 'the journal'}.`)]),
    ),
  })
  const versions = new Map([['oj', version()], ...days.map((day): [string, CellarVersion] => [day, version(day)])])
  return [`32025R${number}`, { versions }]
}

/** Serves acts until the test ends. */
export async function startCellar(test: Pick<TestContext, 'after'>, acts: [string, CellarAct][]): Promise<Cellar> {
  const answers = new Map<string, number>()
  const server = await serve(test, (request, response) => {
    const url = new URL(request.url as string, cellar.url)
    const [, root, system = '', id = '', ...rest] = url.pathname.split('/')
    if (root !== 'resource') return response.writeHead(404).end()
    const found = system === 'cellar' ? undefined : find(cellar, system, id)
    if (system === 'cellar') return sendContent(cellar, [decodeURIComponent(id), ...rest], request, response)
    const { accept = '*/*', 'accept-language': language = '' } = request.headers
    const isNotice = !accept.startsWith('application/zip')
    cellar.asked.push(`${decodeURIComponent(id)} ${isNotice ? 'rdf' : language}`)
    if (found === undefined) return response.writeHead(404).end('Resource not found.')
    if (/;\s/.test(accept)) return response.writeHead(500).end()
    if (!isNotice && accept !== 'application/zip;mtype=fmx4') return response.writeHead(406).end()
    if (!isNotice && !/^[a-z]{3}$/.test(language)) return response.writeHead(400).end('Illegal Accept-Language')
    const fault = isNotice ? found.act.fault : found.version.fault
    const key = `${id} ${isNotice} ${fault}`
    answers.set(key, (answers.get(key) ?? 0) + 1)
    if (fault === 'missing') return response.writeHead(404).end()
    if (fault === 'down') return response.writeHead(503, { 'retry-after': '0' }).end()
    if (fault === 'busy' && answers.get(key) === 1) return response.writeHead(429, { 'retry-after': '1' }).end()
    if (fault === 'choices') return response.writeHead(300).end('<html/>')
    if (fault === 'loop') return response.writeHead(303, { location: request.url as string }).end()
    if (fault === 'elsewhere') return response.writeHead(303, { location: 'http://elsewhere.example/zip' }).end()
    if (fault === 'nowhere') return response.writeHead(303).end()
    if (!isNotice && found.version.archives[language] === undefined)
      return response.writeHead(406).end('Not acceptable')
    const path = isNotice ? `${found.celex}/rdf/object/full` : `${found.celex}.${found.day}.${language}/zip`
    return response.writeHead(303, { location: `${cellar.url}/resource/cellar/${path}` }).end()
  })
  const cellar: Cellar = { ...server, acts: new Map(acts), asked: [], cut: new Set() }
  return cellar
}

interface Found {
  celex: string
  day: string
  act: CellarAct
  version: CellarVersion
}

function find({ acts }: Cellar, system: string, id: string): Found | undefined {
  // Like Cellar, which rejects unencoded brackets.
  if (/[()]/.test(id)) return undefined
  const name = decodeURIComponent(id)
  const pattern = system === 'celex' ? /^[03](.+?)(?:-(\d{8}))?$/ : /^(.+)\/(\d{8})$/
  const [, number, date] = pattern.exec(name) ?? []
  const day = date?.replace(/^(....)(..)(..)$/, '$1-$2-$3') ?? 'oj'
  const celex = `3${number}`
  const act = acts.get(celex)
  const version = act?.versions.get(day)
  if (act === undefined || version === undefined) return undefined
  return version.only !== undefined && version.only !== system ? undefined : { celex, day, act, version }
}

function sendContent(
  cellar: Cellar,
  [id = '', kind]: string[],
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const [celex = '', day = '', language = ''] = id.split('.')
  const act = cellar.acts.get(celex) as CellarAct
  const version = act.versions.get(day)
  const fault = kind === 'rdf' ? act.fault : version?.fault
  const days = [...act.versions.keys()].filter((each) => each !== 'oj')
  // Each archive is packed anew: its bytes differ, its contents do not.
  const method = cellar.requests.length % 4 < 2 ? 0 : 8
  const members = (version?.archives[language] ?? []).map((member) => ({ ...member, method }))
  const whole = kind === 'rdf' ? Buffer.from(act.notice ?? notice(celex, days)) : zip(members)
  const etag = version?.etag
  if (etag !== undefined && request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
  const type = kind === 'rdf' ? 'application/rdf+xml;charset=UTF-8' : 'application/zip'
  const headers = { 'content-type': type, ...(etag !== undefined && { etag }) }
  if (fault === 'page')
    return response.writeHead(200).end('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')
  if (fault === 'nothing') return response.writeHead(200).end()
  if (fault === 'broken') return response.writeHead(200, headers).end(whole.subarray(0, whole.length - 30))
  if (fault === 'cut always' || (fault === 'cut' && !cellar.cut.has(id))) {
    cellar.cut.add(id)
    response.writeHead(200, { ...headers, 'content-length': whole.length })
    return response.write(whole.subarray(0, whole.length / 2), () => response.destroy())
  }
  return response.writeHead(200, { ...headers, 'content-length': whole.length }).end(whole)
}
