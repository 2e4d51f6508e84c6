/** Links in Word documents: `w:hyperlink` around runs (ECMA-376 part 1, 17.16.22), with a relationship for each address. */
import { posix } from 'node:path'
import type { ZipParts } from '../read-text/files/zip-parts.ts'
import { escapedXml } from '../util/escape.ts'
import { type Element, Elements } from './elements.ts'
import { Edits } from './link-text.ts'
import type { PartLinks, PlacedLink, ReadPart } from './link-writer.ts'
import { type XmlElement, XmlPart, type XmlText } from './xml-part.ts'

const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const PRESERVED = ' xml:space="preserve"'

/** Elements between a paragraph and its runs that may contain links. `ins` and `moveTo` may only contain runs. */
const AROUND_RUNS = new Set('smartTag customXml sdt sdtContent dir bdo ins moveTo'.split(' '))
const REVISIONS = new Set(['ins', 'moveTo'])
/** Content controls that hold plain text or a choice. */
const PLAIN_CONTROL = /<\w+:(?:text|date|comboBox|dropDownList|dataBinding)\b/
/** Elements allowed between the runs of a link. */
const BETWEEN_RUNS =
  /^(?:\s|<\w+:(?:proofErr|bookmarkStart|bookmarkEnd|permStart|permEnd|commentRangeStart|commentRangeEnd)\b[^>]*\/>|<\w+:r\b[^>]*>(?:<(\w+):rPr>(?:(?!<\/\1:rPr>)[\s\S])*<\/\1:rPr>)?(?:<\w+:(?:tab|br|cr|noBreakHyphen|softHyphen|lastRenderedPageBreak|sym)\b[^>]*\/>)*<\/\w+:r>)*$/

export async function readerOf(parts: ZipParts | undefined): Promise<ReadPart> {
  const style = await linkStyle(parts)
  return async (name) => {
    if (parts === undefined) return undefined
    const relationships = posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)
    return new DocxLinks(
      { name, xml: await parts.text(name) },
      { name: relationships, xml: parts.has(relationships) ? await parts.text(relationships) : undefined },
      style,
    )
  }
}

/** The id of the character style named `Hyperlink`, if any. */
async function linkStyle(parts: ZipParts | undefined): Promise<string | undefined> {
  const name = parts?.names.find((each) => /^word\/styles\d*\.xml$/.test(each))
  if (parts === undefined || name === undefined) return undefined
  for (const style of (await parts.text(name)).split(/(?=<\w+:style\s)/)) {
    if (/<\w+:name\s+\w+:val="Hyperlink"/i.test(style)) return /^<[^>]*\bw:styleId="([^"]*)"/.exec(style)?.[1]
  }
  return undefined
}

/** The words of a link within one run. */
interface RunStretch {
  run: XmlElement
  /** The elements with its first and its last character, and their offsets. */
  first: { text: XmlElement; at: number }
  last: { text: XmlElement; at: number }
}

class DocxLinks implements PartLinks {
  readonly xml: XmlPart
  readonly #name: string
  readonly #relationships: { name: string; xml: string | undefined }
  readonly #style: string | undefined
  readonly #edits = new Edits()
  /** Ids of relationships by address. */
  readonly #ids = new Map<string, string>()
  /** Prefix of the elements: `w`. */
  readonly #w: string
  readonly #namespace: string
  /** Fields: updating one overwrites its result. */
  readonly #fields: Elements
  /** Opening tags and properties already changed, by offset. */
  readonly #changed = new Set<number>()

  constructor(
    part: { name: string; xml: string },
    relationships: { name: string; xml: string | undefined },
    style: string | undefined,
  ) {
    const xml = new XmlPart(part.xml)
    this.xml = xml
    this.#name = part.name
    this.#relationships = relationships
    this.#style = style
    const root = xml.root?.name ?? ''
    this.#w = root.slice(0, root.indexOf(':'))
    this.#namespace = xml.xml.slice(xml.root?.start, xml.root?.from).includes('purl.oclc.org') ? STRICT : TRANSITIONAL
    this.#fields = new Elements(complexFields(xml))
  }

  /** @returns false if the words cannot be a link, or already are one */
  add({ link, stretches }: PlacedLink): boolean {
    const runs = this.#runsOf(stretches)
    if (runs === undefined) return false
    const id = this.#idOf(link.address)
    const declaration = ` xmlns:r="${this.#namespace}"`
    const isDeclared = this.xml.xml.slice(this.xml.root?.start, this.xml.root?.from).includes(declaration)
    const namespace = isDeclared ? '' : declaration
    const tooltip = link.title === null ? '' : ` ${this.#w}:tooltip="${escapedXml(link.title.slice(0, 260))}"`
    const opening = `<${this.#w}:hyperlink${namespace} r:id="${id}"${tooltip} ${this.#w}:history="1">`
    for (const group of this.#together(runs)) this.#wrap(group, opening)
    return true
  }

  /** The runs with the words; `undefined` if a link cannot contain one of them. */
  #runsOf(stretches: PlacedLink['stretches']): RunStretch[] | undefined {
    const runs: RunStretch[] = []
    for (const { text, start, end } of stretches) {
      if (start >= end) continue
      const { parent } = text
      const run = parent.parent
      if (run === undefined || parent.name !== `${this.#w}:t` || !this.#isLinkable(run, text)) return undefined
      const before = runs.at(-1)
      if (before?.run === run) before.last = { text: parent, at: end }
      else runs.push({ run, first: { text: parent, at: start }, last: { text: parent, at: end } })
    }
    return runs.length === 0 ? undefined : runs
  }

  #isLinkable(run: XmlElement, text: XmlText): boolean {
    if (run.name !== `${this.#w}:r` || !this.#fields.overlapping(text).next().done) return false
    if (new RegExp(`<${this.#w}:(?:fldChar|instrText)\\b`).test(this.xml.xml.slice(run.from, run.to))) return false
    let isDirect = true
    for (let around = run.parent; around !== undefined; around = around.parent) {
      const local = around.name.slice(around.name.indexOf(':') + 1)
      if (local === 'p') return !this.#beginsControl(around)
      const isPlain = local === 'sdt' && PLAIN_CONTROL.test(this.#controlProperties(around))
      if (!AROUND_RUNS.has(local) || isPlain || (REVISIONS.has(local) && !isDirect)) return false
      isDirect = false
    }
    return false
  }

  /** True for the first paragraph of a content control, where LibreOffice shows the code of a link. */
  #beginsControl(paragraph: XmlElement): boolean {
    for (let around = paragraph.parent; around !== undefined; around = around.parent) {
      if (!around.name.endsWith(':sdt')) continue
      if (!/<\w+:p[\s>]/.test(this.xml.xml.slice(around.from, paragraph.start))) return true
    }
    return false
  }

  #controlProperties(control: XmlElement): string {
    return /^[\s\S]*?<\/\w+:sdtPr>/.exec(this.xml.xml.slice(control.from, control.to))?.[0] ?? ''
  }

  /** Groups runs for one link: adjacent ones in the same element. */
  *#together(runs: readonly RunStretch[]): Generator<RunStretch[]> {
    let group: RunStretch[] = []
    for (const each of runs) {
      const before = group.at(-1)?.run
      const isNext =
        before !== undefined &&
        before.parent === each.run.parent &&
        BETWEEN_RUNS.test(this.xml.xml.slice(before.end, each.run.start))
      if (before !== undefined && !isNext) {
        yield group
        group = []
      }
      group.push(each)
    }
    yield group
  }

  #wrap(group: readonly RunStretch[], opening: string): void {
    const [{ run, first }] = group as [RunStretch]
    const { run: lastRun, last } = group.at(-1) as RunStretch
    const { xml } = this.xml
    const w = this.#w
    const revision =
      run.parent !== undefined && REVISIONS.has(run.parent.name.slice(w.length + 1)) ? run.parent : undefined
    const [openRevision, closeRevision] =
      revision === undefined ? ['', ''] : [xml.slice(revision.start, revision.from), `</${revision.name}>`]
    const begin = `${closeRevision}${opening}${openRevision}`
    const finish = `${closeRevision}</${w}:hyperlink>${openRevision}`
    const isWholeStart = this.#isStart(run, first)
    const isWholeEnd = this.#isEnd(lastRun, last)
    if (!isWholeStart) {
      const again = `${begin}${this.#openRun(run, true)}`
      if (first.at === first.text.from) this.#edits.insert(first.text.start, `</${w}:r>${again}`)
      else this.#split(first, again)
    } else if (revision !== undefined && isBlank(xml.slice(revision.from, run.start))) {
      this.#edits.insert(revision.start, opening)
    } else this.#edits.insert(run.start, begin)
    for (const { run: each } of isWholeStart ? group : group.slice(1)) this.#addStyle(each)
    if (!isWholeEnd) {
      const again = `${finish}${this.#openRun(lastRun, false)}`
      if (last.at === last.text.to) this.#edits.insert(last.text.end, `</${w}:r>${again}`)
      else this.#split(last, again)
    } else if (revision !== undefined && isBlank(xml.slice(lastRun.end, revision.to))) {
      this.#edits.insert(revision.end, `</${w}:hyperlink>`)
    } else this.#edits.insert(lastRun.end, finish)
  }

  /** True if only the run's properties precede the words. */
  #isStart(run: XmlElement, { text, at }: RunStretch['first']): boolean {
    const properties = this.#propertiesOf(run)
    return at === text.from && isBlank(this.xml.xml.slice(properties?.end ?? run.from, text.start))
  }

  #isEnd(run: XmlElement, { text, at }: RunStretch['last']): boolean {
    return at === text.to && isBlank(this.xml.xml.slice(text.end, run.to))
  }

  /** Ends a run within its text, and begins another one. */
  #split({ text, at }: RunStretch['first'], again: string): void {
    this.#edits.insert(at, `</${text.name}></${this.#w}:r>${again}<${text.name}${PRESERVED}>`)
    if (this.#changed.has(text.start)) return
    this.#changed.add(text.start)
    if (!/\sxml:space=/.test(this.xml.xml.slice(text.start, text.from))) this.#edits.insert(text.from - 1, PRESERVED)
  }

  #propertiesOf(run: XmlElement): XmlElement | undefined {
    return this.xml.within(run.from, run.to).find((each) => each.parent === run && each.name === `${this.#w}:rPr`)
  }

  /** The opening tag of a run and its properties. */
  #openRun(run: XmlElement, isLinked: boolean): string {
    const { xml } = this.xml
    const properties = this.#propertiesOf(run)
    const own = properties === undefined ? '' : xml.slice(properties.start, properties.end)
    const opening = xml.slice(run.start, run.from)
    if (!isLinked || this.#style === undefined || this.#hasStyle(own)) return opening + own
    const style = this.#styleElement
    const at = properties === undefined ? 0 : properties.from - properties.start
    if (properties === undefined || properties.from === properties.end)
      return `${opening}<${this.#w}:rPr>${style}</${this.#w}:rPr>`
    return `${opening}${own.slice(0, at)}${style}${own.slice(at)}`
  }

  /** Gives a whole run the style of links, unless it has a style. */
  #addStyle(run: XmlElement): void {
    if (this.#style === undefined || this.#changed.has(run.start)) return
    this.#changed.add(run.start)
    const properties = this.#propertiesOf(run)
    const style = this.#styleElement
    if (properties === undefined) this.#edits.insert(run.from, `<${this.#w}:rPr>${style}</${this.#w}:rPr>`)
    else if (properties.from < properties.end && !this.#hasStyle(this.xml.xml.slice(properties.start, properties.end)))
      this.#edits.insert(properties.from, style)
  }

  get #styleElement(): string {
    return `<${this.#w}:rStyle ${this.#w}:val="${this.#style}"/>`
  }

  #hasStyle(properties: string): boolean {
    return properties.includes(`<${this.#w}:rStyle`)
  }

  #idOf(address: string): string {
    const known = this.#ids.get(address)
    if (known !== undefined) return known
    const { xml = '' } = this.#relationships
    let number = this.#ids.size + 1
    const used = new Set(this.#ids.values())
    while (used.has(`legalText${number}`) || xml.includes(`"legalText${number}"`)) number++
    const id = `legalText${number}`
    this.#ids.set(address, id)
    return id
  }

  /** The part and its relationships, if changed. */
  *changes(): Generator<[name: string, xml: string]> {
    if (this.#ids.size === 0) return
    yield [this.#name, this.#edits.apply(this.xml.xml)]
    const {
      name: relationships,
      xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${PACKAGE}"/>`,
    } = this.#relationships
    const [, prefix = ''] = /<(\w+:)?Relationships\b/.exec(xml) ?? []
    const added = Array.from(
      this.#ids,
      ([address, id]) =>
        `<${prefix}Relationship Id="${id}" Type="${this.#namespace}/hyperlink" Target="${escapedXml(address)}" TargetMode="External"/>`,
    ).join('')
    const end = xml.lastIndexOf(`</${prefix}Relationships>`)
    yield [
      relationships,
      end < 0
        ? xml.replace(
            /(<(?:\w+:)?Relationships\b[^>]*?)\/>/,
            (_, opening) => `${opening}>${added}</${prefix}Relationships>`,
          )
        : xml.slice(0, end) + added + xml.slice(end),
    ]
  }
}

const isBlank = (text: string) => text.trim() === ''

/** The stretches of complex fields (17.16.18). */
function complexFields({ xml, elements }: XmlPart): Element[] {
  const found: Element[] = []
  const open: number[] = []
  for (const { name, start, from, end } of elements) {
    if (!name.endsWith(':fldChar')) continue
    const type = /fldCharType="(\w+)"/.exec(xml.slice(start, from))?.[1]
    if (type === 'begin') open.push(start)
    const begin = type === 'end' ? open.pop() : undefined
    if (begin !== undefined) found.push({ start: begin, from: begin, to: end, end })
  }
  return found
}
