/** The table of contents of the official site, `gii-toc.xml`: title and address of every law. */
import { SaxesParser } from 'saxes'
import { LegalTextError } from '../../../errors.ts'

export const TOC_FILE = 'gii-toc.xml'

export interface TocEntry {
  title: string
  link: string
}

const OFFICIAL_HOSTS = new Set(['www.gesetze-im-internet.de', 'gesetze-im-internet.de'])

/** True if a host is that of the official site. */
export function isOfficialHost(host: string): boolean {
  return OFFICIAL_HOSTS.has(host)
}

/** True if an address is on the official site. */
export function isOfficialAddress(address: string): boolean {
  return URL.canParse(address) && isOfficialHost(new URL(address).hostname)
}

/** What the code of a law is made of: it stands in paths, in addresses and in lists with commas. */
export const CODE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/**
 * @param path of the file, for messages
 * @returns the entries by code: the folder in the address of the law
 * @throws LegalTextError `invalid_input` where it is broken
 */
export function readToc(content: Uint8Array, path: string): Map<string, TocEntry> {
  const entries = new Map<string, TocEntry>()
  let text = ''
  let title = ''
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  parser.on('error', (error) => {
    throw new LegalTextError('invalid_input', `${path} is broken: ${error.message}`)
  })
  parser.on('opentag', ({ name }) => {
    text = ''
    if (name === 'item') title = ''
  })
  const addText = (part: string) => {
    text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    const trimmed = text.trim()
    if (name === 'title') title = trimmed
    if (name === 'link') {
      const code = trimmed.split('/').at(-2)
      if (code && /^https?:\/\//.test(trimmed)) entries.set(code, { title, link: trimmed })
    }
  })
  parser.write(new TextDecoder().decode(content)).close()
  return entries
}
