/** Acts of an invented union in Formex, made for tests. */

import { type ActNorms, ActReader } from '../../../src/import/eurlex/act-norms.ts'
import { readFormex } from '../../../src/import/eurlex/formex-text.ts'
import type { Input, InputFile } from '../../../src/import/source.ts'
import { assignPaths } from '../../../src/import/values.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

export interface ActFacts {
  number?: string
  year?: string
  type?: 'R' | 'L' | 'D'
  language?: string
  title?: string
}

const KINDS = { R: 'Regulation', L: 'Directive', D: 'Decision' }

/** An act as adopted. @param body content after its title */
export function act(body: string, facts: ActFacts = {}): string {
  const { number = '9901', year = '2025', type = 'R', language = 'EN' } = facts
  const title = facts.title ?? `${KINDS[type]} (EU) ${year}/${number} on pilots of the Sound`
  return `${DECLARATION}
<ACT><BIB.INSTANCE><DOCUMENT.REF FILE="L_2025001EN.doc.xml"><COLL>L</COLL><NO.OJ>1</NO.OJ><YEAR>${year}</YEAR>
<LG.OJ>${language}</LG.OJ><PAGE.FIRST>1</PAGE.FIRST></DOCUMENT.REF><DATE ISO="${year}0110">${year}0110</DATE>
<LG.DOC>${language}</LG.DOC><NO.DOC FORMAT="YN" TYPE="OJ"><NO.CURRENT>${number}</NO.CURRENT><YEAR>${year}</YEAR><COM>EU</COM></NO.DOC>
</BIB.INSTANCE><TITLE><TI><P>${title}</P></TI></TITLE>${body}</ACT>`
}

/** A consolidation. @param start day from which it applies, `20250201` */
export function consolidation(body: string, start: string, facts: ActFacts & { sequence?: string } = {}): string {
  const { number = '9901', year = '2025', type = 'R', language = 'EN', sequence = '001.001.0' } = facts
  const title = facts.title ?? `${KINDS[type]} (EU) ${year}/${number} on pilots of the Sound`
  return `${DECLARATION}
<CONS.ACT><INFO.CONSLEG CONSLEG.REF="${year}${type}${number}" START.DATE="${start}" PROD.SEQ="${sequence}" END="NONE"/><CONS.DOC>
<BIB.INSTANCE><LG.DOC>${language}</LG.DOC></BIB.INSTANCE><FAM.COMP><BIB.DATA><BIB.INSTANCE.CONS><DOCUMENT.REF.CONS><COLL>L</COLL>
<NO.OJ>1</NO.OJ><YEAR>${year}</YEAR><LG.OJ>${language}</LG.OJ></DOCUMENT.REF.CONS><DATE ISO="${year}0120">${year}0120</DATE>
<PAGE.FIRST>1</PAGE.FIRST></BIB.INSTANCE.CONS><NO.CELEX>3${year}${type}${number}</NO.CELEX><DATE ISO="${year}0110">${year}0110</DATE>
<TITLE><TI><P>${title}</P></TI></TITLE></BIB.DATA></FAM.COMP><TITLE><TI><P>${title}</P></TI></TITLE>${body}</CONS.DOC></CONS.ACT>`
}

export const enacting = (body: string) => `<ENACTING.TERMS>${body}</ENACTING.TERMS>`
export const article = (number: string, body: string, heading = '') =>
  `<ARTICLE><TI.ART>Article ${number}</TI.ART>${heading && `<STI.ART><P>${heading}</P></STI.ART>`}${body}</ARTICLE>`
export const paragraph = (number: string, ...alineas: string[]) =>
  `<PARAG><NO.PARAG>${number}.</NO.PARAG>${alineas.map(alinea).join('')}</PARAG>`
export const alinea = (text: string) => `<ALINEA>${text.startsWith('<P>') ? text : `<P>${text}</P>`}</ALINEA>`
export const item = (mark: string, text: string, rest = '') =>
  `<ITEM><NP><NO.P>${mark}</NO.P><TXT>${text}</TXT>${rest}</NP></ITEM>`
export const list = (...items: string[]) => `<LIST TYPE="alpha">${items.join('')}</LIST>`
export const recitals = (...texts: string[]) =>
  `<PREAMBLE><PREAMBLE.INIT>THE SOUND COUNCIL,</PREAMBLE.INIT><GR.CONSID><GR.CONSID.INIT>Whereas:</GR.CONSID.INIT>${texts
    .map((text, at) => `<CONSID><NP><NO.P>(${at + 1})</NO.P><TXT>${text}</TXT></NP></CONSID>`)
    .join('')}</GR.CONSID><PREAMBLE.FINAL>HAS ADOPTED THIS REGULATION:</PREAMBLE.FINAL></PREAMBLE>`

/** Reads the norms of an act, or of an act and its annexes in other documents. */
export function read(documents: string | string[], language = 'en') {
  const reader = new ActReader(language)
  for (const document of [documents].flat()) reader.add(readFormex(Buffer.from(document)))
  const found: ActNorms = reader.finish()
  const paths = assignPaths(found.norms.map(({ paths: draft }) => draft))
  return { ...found, norms: found.norms.map((norm, index) => ({ ...norm, path: paths[index] as string })) }
}

/** Reads the only article of an act. */
export function readArticle(body: string, language = 'en') {
  const [norm] = read(act(enacting(article('1', body))), language).norms
  if (norm === undefined) throw new Error('there is no article')
  const part = (path: string) => {
    const found = norm.subdivisions.find((each) => each.path === path)
    return found && norm.text.slice(found.start, found.end)
  }
  return { ...norm, parts: norm.subdivisions.map(({ path }) => path), part }
}

/** An input with these files by path. */
export function inputOf(files: Record<string, string | Uint8Array>): Input {
  return {
    name: 'acts',
    files: Object.entries(files)
      .map(([path, content]): InputFile => {
        const bytes = Buffer.from(content)
        return { path, size: bytes.length, read: async () => bytes }
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    close: async () => {},
  }
}
