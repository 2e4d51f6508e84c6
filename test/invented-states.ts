/** Bundles of invented laws in several states, for tests of time. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildBundle } from '../src/import/build-bundle.ts'

/** A law, identified by its abbreviation. */
export interface InventedLaw {
  title?: string
  /** Texts by norm designation, each Absatz on a line. A heading may follow the designation: `§ 1: Zweck`. */
  norms: Record<string, string>
  /** Digits of the document number, which identify the law. Default: the position of its abbreviation. */
  number?: string
  /** The note on its state. */
  status?: string
  /** The official abbreviation, if it differs from the law's own. */
  official?: string
}

/** Laws published on a day, by abbreviation. */
export type InventedState = Record<string, InventedLaw | InventedLaw['norms']>

function xml(abbreviation: string, { title, norms, status, official }: InventedLaw, document: string): string {
  const note =
    status === undefined
      ? ''
      : `<standangabe checked="ja"><standtyp>Stand</standtyp><standkommentar>${status}</standkommentar></standangabe>`
  const header = `<metadaten><jurabk>${abbreviation}</jurabk>${official === undefined ? '' : `<amtabk>${official}</amtabk>`}<ausfertigung-datum manuell="ja">2001-01-01</ausfertigung-datum><langue>${title ?? `Gesetz ${abbreviation}`}</langue>${note}</metadaten>`
  const elements = Object.entries(norms).map(([name, text], place) => {
    const [label = '', heading = `Zu ${label}`] = name.split(': ')
    const metadata = `<metadaten><jurabk>${abbreviation}</jurabk><enbez>${label}</enbez><titel format="parat">${heading}</titel></metadaten>`
    const paragraphs = text
      .split('\n')
      .map((paragraph) => `<P>${paragraph}</P>`)
      .join('')
    const content = `<textdaten><text format="XML"><Content>${paragraphs}</Content></text></textdaten>`
    return `<norm builddate="20200101120000" doknr="${document}BJNE00${1000 + place}">${metadata}${content}</norm>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<dokumente builddate="20200101120000" doknr="${document}"><norm builddate="20200101120000" doknr="${document}">${header}</norm>${elements.join('')}</dokumente>`
}

/**
 * Builds a bundle in a folder that the caller must remove.
 * @param states by day (ISO dates), oldest first
 * @param isComplete true if each state lists all its laws, so that the others are unpublished
 * @param acts documents of acts of a union by path, part of the newest state
 * @returns its path
 */
export async function buildStates(
  folder: string,
  states: Record<string, InventedState>,
  isComplete = false,
  acts: Record<string, string> = {},
): Promise<string> {
  const names = [...new Set(Object.values(states).flatMap((state) => Object.keys(state)))]
  const inputs = Object.entries(states).map(([observedOn, laws]) => {
    const from = join(folder, observedOn)
    for (const [abbreviation, law] of Object.entries(laws)) {
      const whole = isWhole(law) ? law : { norms: law }
      const document = `BJNR9${whole.number ?? String(1000 + names.indexOf(abbreviation))}0099`
      const code = codeOf(abbreviation)
      mkdirSync(join(from, code), { recursive: true })
      writeFileSync(join(from, code, `${document}.xml`), xml(abbreviation, whole, document))
    }
    if (isComplete) writeFileSync(join(from, 'gii-toc.xml'), tableOfContents(Object.keys(laws)))
    return { observedOn, from }
  })
  const newest = inputs.at(-1)
  if (newest === undefined) throw new Error('a bundle has a state')
  const ofActs = join(folder, 'acts')
  for (const [path, text] of Object.entries(acts)) {
    mkdirSync(dirname(join(ofActs, path)), { recursive: true })
    writeFileSync(join(ofActs, path), text)
  }
  const out = join(folder, 'states.sqlite')
  await buildBundle({
    from: Object.keys(acts).length === 0 ? newest.from : [newest.from, ofActs],
    out,
    fetchedAt: `${newest.observedOn}T00:00:00Z`,
    search: false,
    ...(inputs.length > 1 && { history: { states: inputs.slice(0, -1) } }),
  })
  return out
}

function tableOfContents(abbreviations: readonly string[]): string {
  const items = abbreviations.map(
    (name) => `<item><title>${name}</title><link>https://recht.example/${codeOf(name)}/xml.zip</link></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<items>${items.join('')}</items>`
}

const codeOf = (abbreviation: string) => abbreviation.toLowerCase().replaceAll(' ', '_')

const isWhole = (law: InventedState[string]): law is InventedLaw => typeof law.norms === 'object'
