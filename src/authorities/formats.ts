/** The register as text, Markdown, HTML, LaTeX, CSV and DOCX. */
import { replaceMembers } from '../archive/zip.ts'
import { wordsOf } from '../i18n/readable.ts'
import { t, translated } from '../i18n/texts.ts'
import { escapedMarkdown } from '../render/markdown-text.ts'
import { csv } from '../render/tabular.ts'
import { allowedInXml, escapedTex, escapedXml } from '../util/escape.ts'
import type { CitedPlace, Register, UnregisteredCitation } from './register.ts'

export const REGISTER_FORMATS = ['text', 'md', 'html', 'latex', 'csv', 'json', 'docx'] as const
export type RegisterFormat = (typeof REGISTER_FORMATS)[number]

interface Row {
  label: string
  /** The heading of the norm, or what is wrong with the citation. */
  note: string
  address: string | null
  places: string
}

/** A law, or a page, and its norms. */
interface Section {
  heading: string
  subtitle: string
  rows: Row[]
}

/** The name of a kind of place and its number, as registers write them: `p. 3`, `n. 7`, `l. 12`, `¶ 4`. */
function placeWords({
  page,
  part,
  paragraph,
  footnote,
  endnote,
  line,
}: CitedPlace): readonly [kind: string, number: string] {
  if (page !== undefined) return [t`p.`, `${page}`]
  if (footnote !== undefined) return [t`n.`, `${footnote}`]
  if (endnote !== undefined) return [t`endnote`, `${endnote}`]
  if (part !== undefined) return [translated(part), '']
  return line === undefined ? ['¶', `${paragraph}`] : [t`l.`, `${line}`]
}

/** `p. 3, 5; n. 7`; of several files each with its name */
function placesWords(places: readonly CitedPlace[], hasFiles: boolean): string {
  const numbers = new Map<string, Set<string>>()
  for (const place of places) {
    const [kind, number] = placeWords(place)
    const name = hasFiles ? `${place.file} ${kind}` : kind
    numbers.set(name, (numbers.get(name) ?? new Set()).add(number))
  }
  return Array.from(numbers, ([name, own]) => `${name} ${[...own].join(', ')}`.trim()).join('; ')
}

function sectionsOf(register: Register, by: 'law' | 'page'): Section[] {
  const hasFiles = register.files.length > 1
  const laws =
    by === 'page'
      ? pagesOf(register, hasFiles)
      : register.laws.map(({ abbreviation, reference, norms }) => ({
          heading: abbreviation,
          subtitle: reference,
          rows: norms.map(({ label, heading, html_url, places }) => ({
            label: label || abbreviation,
            note: heading,
            address: html_url,
            places: placesWords(places, hasFiles),
          })),
        }))
  const others = (heading: string, citations: readonly UnregisteredCitation[]): Section[] => {
    const rows = citations.map(({ text, message, status, places }) => ({
      label: text,
      note: `(${message === null ? wordsOf(status) : translated(message)})`,
      address: null,
      places: placesWords(places, hasFiles),
    }))
    return rows.length === 0 ? [] : [{ heading, subtitle: '', rows }]
  }
  return [...laws, ...others(t`Uncertain, or outside the corpus`, register.open), ...others(t`Wrong`, register.wrong)]
}

/** The norms of each place, in the order of the documents. */
function pagesOf({ laws }: Register, hasFiles: boolean): Section[] {
  const pages = new Map<string, { place: CitedPlace; rows: Row[] }>()
  for (const { abbreviation, norms } of laws) {
    for (const { label, heading, html_url, places } of norms) {
      for (const place of places) {
        const words = placesWords([place], hasFiles)
        const page = pages.get(words) ?? { place, rows: [] }
        const name = [label, abbreviation].filter(Boolean).join(' ')
        if (page.rows.at(-1)?.label !== name)
          page.rows.push({ label: name, note: heading, address: html_url, places: '' })
        pages.set(words, page)
      }
    }
  }
  const order = ({ page = 0, paragraph = 0, footnote = 0, endnote = 0, line = 0 }: CitedPlace) =>
    [page, paragraph, footnote, endnote, page === 0 ? line : 0] as const
  const inOrder = [...pages].sort(([, { place: a }], [, { place: b }]) => {
    const byFile = a.file.localeCompare(b.file)
    const [first, second] = [order(a), order(b)]
    return byFile || first.map((each, index) => each - (second[index] as number)).find((each) => each !== 0) || 0
  })
  return inOrder.map(([heading, { rows }]) => ({ heading, subtitle: '', rows }))
}

/** Writes a register. @param by the order of JSON is by law in any case */
export async function renderRegister(
  register: Register,
  format: RegisterFormat,
  by: 'law' | 'page',
): Promise<string | Buffer> {
  if (format === 'json') return `${JSON.stringify(register)}\n`
  const sections = sectionsOf(register, by)
  if (format === 'csv') return csvOf(sections)
  const { row, section, page } = WRITERS[format]
  const written = sections.map(({ heading, subtitle, rows }) => section(heading, subtitle, rows.map(row).join('')))
  if (page !== undefined) return page(written.join(''))
  return format === 'docx' ? wordDocument(written.join('')) : written.join('\n')
}

interface RegisterWriter {
  row(row: Row): string
  section(heading: string, subtitle: string, rows: string): string
  /** Absent: sections are parted by empty lines, or of a Word document. */
  page?(sections: string): string
}

const nameOf = ({ label, note }: Row) => [label, note].filter(Boolean).join(' ')

const WRITERS: Record<Exclude<RegisterFormat, 'json' | 'csv'>, RegisterWriter> = {
  text: {
    row: ({ label, note, places }) => `  ${label}${note && ` ${note}`}${places && `: ${places}`}\n`,
    section: (heading, subtitle, rows) => `${[heading, subtitle].filter(Boolean).join(' — ')}\n${rows}`,
  },
  md: {
    row({ label, note, address, places }) {
      const name = escapedMarkdown(label)
      const linked = address === null ? name : `[${name}](${address})`
      return `| ${linked} | ${escapedMarkdown(note)} | ${escapedMarkdown(places)} |\n`
    },
    section: (heading, subtitle, rows) =>
      `## ${escapedMarkdown(heading)}\n\n${subtitle && `${escapedMarkdown(subtitle)}\n\n`}| ${t`Norm`} |  | ${t`Places`} |\n| --- | --- | --- |\n${rows}`,
  },
  html: {
    row({ label, note, address, places }) {
      const name = escapedXml(label)
      const linked = address === null ? name : `<a href="${escapedXml(address)}">${name}</a>`
      return `<tr><td>${linked}</td><td>${escapedXml(note)}</td><td>${escapedXml(places)}</td></tr>\n`
    },
    section: (heading, subtitle, rows) =>
      `<h2>${escapedXml(heading)}</h2>\n${subtitle && `<p>${escapedXml(subtitle)}</p>\n`}<table>\n${rows}</table>\n`,
    page: (sections) => `<!doctype html>\n<meta charset="utf-8">\n<title>${t`Table of norms`}</title>\n${sections}`,
  },
  latex: {
    row: (row) => `\\noindent ${escapedTex(nameOf(row))}\\dotfill ${escapedTex(row.places)}\\\\\n`,
    section: (heading, subtitle, rows) =>
      `\\subsection*{${escapedTex(heading)}}\n${subtitle && `\\noindent ${escapedTex(subtitle)}\\\\[1ex]\n`}${rows}`,
  },
  docx: {
    row: (row) =>
      `<w:p><w:pPr><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs></w:pPr>${runOf(nameOf(row))}<w:r><w:tab/></w:r>${runOf(row.places)}</w:p>`,
    section: (heading, subtitle, rows) =>
      `<w:p><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr>${runOf(heading, '<w:b/>')}</w:p>${subtitle && `<w:p>${runOf(subtitle, '<w:i/>')}</w:p>`}${rows}`,
  },
}

const runOf = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapedXml(allowedInXml(text))}</w:t></w:r>`

function csvOf(sections: readonly Section[]): string {
  const { head, lines } = csv(['section', 'reference', 'norm', 'note', 'address', 'places'])
  const items = sections.flatMap(({ heading: section, subtitle: reference, rows }) =>
    rows.map(({ label: norm, note, address, places }) => ({ section, reference, norm, note, address, places })),
  )
  return head + lines(items)
}

const wordDocument = (body: string) =>
  replaceMembers(Buffer.alloc(0), new Map([...PACKAGE, ['word/document.xml', DOCUMENT.replace('%', () => body)]]))

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OPENXML = 'http://schemas.openxmlformats.org'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** The parts of a Word document besides its text (ECMA-376 part 2). */
const PACKAGE: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${OPENXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${OPENXML}/package/2006/relationships"><Relationship Id="rId1" Type="${OPENXML}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  ],
]
const DOCUMENT = `${XML}<w:document xmlns:w="${OPENXML}/wordprocessingml/2006/main"><w:body>%</w:body></w:document>`
