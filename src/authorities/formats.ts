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
  return WRITERS[format](sections)
}

const WRITERS: Record<Exclude<RegisterFormat, 'json'>, (sections: readonly Section[]) => string | Promise<Buffer>> = {
  text: (sections) =>
    sections
      .map(({ heading, subtitle, rows }) => {
        const lines = rows.map(({ label, note, places }) =>
          ['  ', label, note && ` ${note}`, places && `: ${places}`].join(''),
        )
        return [[heading, subtitle].filter(Boolean).join(' — '), ...lines, ''].join('\n')
      })
      .join('\n'),
  md: (sections) =>
    sections
      .map(({ heading, subtitle, rows }) => {
        const lines = rows.map(({ label, note, address, places }) => {
          const name = escapedMarkdown(label)
          const cells = [
            address === null ? name : `[${name}](${address})`,
            escapedMarkdown(note),
            escapedMarkdown(places),
          ]
          return `| ${cells.join(' | ')} |\n`
        })
        const about = subtitle && `${escapedMarkdown(subtitle)}\n\n`
        return `## ${escapedMarkdown(heading)}\n\n${about}| ${t`Norm`} |  | ${t`Places`} |\n| --- | --- | --- |\n${lines.join('')}`
      })
      .join('\n'),
  html: (sections) => {
    const parts = sections.map(({ heading, subtitle, rows }) => {
      const lines = rows.map(({ label, note, address, places }) => {
        const name = escapedXml(label)
        const linked = address === null ? name : `<a href="${escapedXml(address)}">${name}</a>`
        return `<tr><td>${linked}</td><td>${escapedXml(note)}</td><td>${escapedXml(places)}</td></tr>\n`
      })
      const about = subtitle && `<p>${escapedXml(subtitle)}</p>\n`
      return `<h2>${escapedXml(heading)}</h2>\n${about}<table>\n${lines.join('')}</table>\n`
    })
    return `<!doctype html>\n<meta charset="utf-8">\n<title>${t`Table of norms`}</title>\n${parts.join('')}`
  },
  latex: (sections) =>
    sections
      .map(({ heading, subtitle, rows }) => {
        const lines = rows.map(
          ({ label, note, places }) =>
            `\\noindent ${escapedTex([label, note].filter(Boolean).join(' '))}\\dotfill ${escapedTex(places)}\\\\\n`,
        )
        const about = subtitle && `\\noindent ${escapedTex(subtitle)}\\\\[1ex]\n`
        return `\\subsection*{${escapedTex(heading)}}\n${about}${lines.join('')}`
      })
      .join('\n'),
  csv(sections) {
    const { head, lines } = csv(['section', 'reference', 'norm', 'note', 'address', 'places'])
    const items = sections.flatMap(({ heading: section, subtitle: reference, rows }) =>
      rows.map(({ label: norm, note, address, places }) => ({ section, reference, norm, note, address, places })),
    )
    return head + lines(items)
  },
  docx(sections) {
    const run = (text: string, properties = '') =>
      `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escapedXml(allowedInXml(text))}</w:t></w:r>`
    const body = sections.map(({ heading, subtitle, rows }) => {
      const lines = rows.map(
        ({ label, note, places }) =>
          `<w:p><w:pPr><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs></w:pPr>${run([label, note].filter(Boolean).join(' '))}<w:r><w:tab/></w:r>${run(places)}</w:p>`,
      )
      const about = subtitle && `<w:p>${run(subtitle, '<w:i/>')}</w:p>`
      return `<w:p><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr>${run(heading, '<w:b/>')}</w:p>${about}${lines.join('')}`
    })
    return replaceMembers(
      Buffer.alloc(0),
      new Map([...PACKAGE, ['word/document.xml', DOCUMENT.replace('%', () => body.join(''))]]),
    )
  },
}

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
