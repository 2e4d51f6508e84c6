/** Facts of LegalDocML.de, a profile of Akoma Ntoso 3.0: namespaces, addresses, and elements of its text. */

export const LEGALDOCML_FAMILY = 'legaldocml'

/** Supported version of LegalDocML.de. */
export const LEGALDOCML_VERSION = '1.8.2'

export const isXml = (path: string) => /\.xml$/i.test(path)

/** File in the copy of the portal that names the snapshot: such a copy has all published laws. */
export const SNAPSHOT_FILE = 'neuris-snapshot.txt'

/** ELI of an expression in a path or an address, and the day of its manifestation, if that follows. */
export const EXPRESSION =
  /(?:^|\/)(eli(?:\/\w[\w.~-]*){4}\/\d{4}-\d\d-\d\d\/\d+\/[a-z]{3})(?:\/(\d{4}-\d\d-\d\d)(?=[/.]|$))?(?=[/.]|$)/

/** File names of other families, which need not be opened to be recognized. */
export const isOtherName = (path: string) => /(?:^|\/)(?:BJNR\w+|gii-toc)\.xml$/.test(path)

export const NAMESPACE = /^http:\/\/(Inhaltsdaten|Metadaten\w+)\.LegalDocML\.de\/([\d.]+)\/$/i
export const CONTENT = /^Inhaltsdaten$/i
export const ROOT = 'akomaNtoso'

/** Limits of a document; the largest real ones have 0.5 MB and 15,000 elements. */
export const BYTES = 16 * 1024 * 1024
export const LIMITS = { elements: 200_000, depth: 200, attributes: 100, prolog: 1024 * 1024 } as const

export const LANGUAGES: Readonly<Record<string, string>> = { deu: 'de', eng: 'en', fra: 'fr' }
export const ELI = /^(eli\/bund\/([^/]+)\/(\d{4})\/([^/]+))(?:\/(\d{4}-\d\d-\d\d)\/(\d+)\/([a-z]{3}))?/
export const STATES: Readonly<Record<string, string>> = {
  stand: 'Stand',
  aufh: 'Aufh',
  hinweis: 'Hinweis',
  neuf: 'Neuf',
}

export const GAZETTES: Readonly<Record<string, string>> = { 'bgbl-1': 'BGBl I', 'bgbl-2': 'BGBl II', banz: 'BAnz' }

/** Days from FAR_DAY on, and before OLDEST_DAY, count as placeholders. */
export const FAR_DAY = '2900-01-01'
export const OLDEST_DAY = '1800-01-01'

/** Elements of the structure above articles. */
export const LEVELS: ReadonlySet<string> = new Set(
  'book part chapter subchapter section subsection title subtitle hcontainer division'.split(' '),
)

/** Elements that contain blocks, but are not blocks. */
export const HOLDERS: ReadonlySet<string> = new Set(
  'content list intro wrapUp blockContainer citations citation recitals recital container mainBody component block'.split(
    ' ',
  ),
)
export const RUNS: Readonly<Record<string, string>> = { b: 'B', i: 'I', u: 'U', sub: 'SUB', sup: 'SUP' }
/** Further blocks in quotations: headings and whole articles. */
export const QUOTED: ReadonlySet<string> = new Set([...LEVELS, 'article', 'toc', 'body'])

/** `docTitle` of an annex: its designation with the norm to which it belongs, and its title. */
export const ANNEX = /^((?:Anlage|Anhang)(?:\s+[\dIVXA-Z]+[a-z]?)?(?:\s*\(zu [^)]*\))?)\s*(.*)$/s
