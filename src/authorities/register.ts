/** The register of the norms that documents cite: by law and number, with the places of each. */
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import type { Corpus, Law } from '../model/corpus.ts'
import type { Place } from '../read-text/files/document.ts'
import type { Finding } from '../resolve/check-text.ts'
import { referenceOf } from './reference.ts'

/** A document and its citations. */
export interface CitingDocument {
  file: string
  findings: readonly Finding[]
  placeAt?: ((start: number, end?: number) => Place) | undefined
}

/** Where a norm is cited. Texts have lines, other documents pages or paragraphs. */
export interface CitedPlace extends Omit<Place, 'excerpt'> {
  file: string
}

export interface RegisteredNorm {
  /** Its path, `null` for the law as a whole. */
  norm: string | null
  /** `§ 433` */
  label: string
  heading: string
  html_url: string | null
  places: CitedPlace[]
}

export interface RegisteredLaw {
  code: string
  abbreviation: string
  title: string
  /** Title, day, gazette and state in one sentence. */
  reference: string
  html_url: string | null
  /** In the order of the law. */
  norms: RegisteredNorm[]
}

/** A citation that is not in the register, and why. */
export interface UnregisteredCitation extends Pick<Finding, 'text' | 'class' | 'status' | 'message'> {
  places: CitedPlace[]
}

export interface Register {
  files: string[]
  /** By their abbreviations, in alphabetical order. */
  laws: RegisteredLaw[]
  /** Citations that are uncertain, or of laws outside the corpus. */
  open: UnregisteredCitation[]
  wrong: UnregisteredCitation[]
}

/** Makes the register of all documents together. */
export async function registerOf(corpus: Corpus, documents: readonly CitingDocument[]): Promise<Register> {
  const laws = new Map<string, Map<string | null, CitedPlace[]>>()
  const names = new Map<string, Finding>()
  const others = { open: new Map<string, UnregisteredCitation>(), wrong: new Map<string, UnregisteredCitation>() }
  for (const { file, findings, placeAt } of documents) {
    for (const finding of findings) {
      const place = placeOf(file, finding, placeAt)
      const { code, norm, class: verdict, status, message } = finding
      if (verdict === 'right' && code !== null) {
        const norms = laws.get(code) ?? new Map<string | null, CitedPlace[]>()
        laws.set(code, norms.set(norm, withPlace(norms.get(norm), place)))
        names.set(`${code} ${norm}`, finding)
        continue
      }
      const text = finding.text.replace(/\s+/g, ' ')
      const list = verdict === 'wrong' ? others.wrong : others.open
      const known = list.get(text)
      list.set(text, { text, class: verdict, status, message, places: withPlace(known?.places, place) })
    }
  }
  const registered: RegisteredLaw[] = []
  for (const [code, norms] of laws) {
    const law = await corpus.law(code)
    if (law !== undefined) registered.push(await registeredLaw(corpus, law, norms, names))
  }
  return {
    files: documents.map(({ file }) => file),
    laws: registered.sort((a, b) => a.abbreviation.localeCompare(b.abbreviation, 'de', { numeric: true })),
    open: [...others.open.values()],
    wrong: [...others.wrong.values()],
  }
}

/** Sources write it in other ways. */
const ARTICLE = /\bArt(?:ikel|icle)?(?=\s)/g

async function registeredLaw(
  corpus: Corpus,
  law: Law,
  places: ReadonlyMap<string | null, CitedPlace[]>,
  found: ReadonlyMap<string, Finding>,
): Promise<RegisteredLaw> {
  const { code, title, provenance } = law
  const order = new Map(law.norms.map(({ norm }, index) => [norm, index]))
  const norms: RegisteredNorm[] = []
  for (const [norm, own] of places) {
    const finding = found.get(`${code} ${norm}`)
    const html_url =
      norm === null ? provenance.html_url : ((await corpus.norm(code, norm))?.provenance.html_url ?? null)
    norms.push({
      norm,
      label: (finding?.label ?? '').replace(ARTICLE, 'Art.'),
      heading: finding?.heading ?? '',
      html_url,
      places: own,
    })
  }
  const at = ({ norm }: RegisteredNorm) => order.get(norm ?? '') ?? -1
  return {
    ...{ code, title, abbreviation: nameOfLaw(law), reference: referenceOf(law), html_url: provenance.html_url },
    norms: norms.sort((a, b) => at(a) - at(b)),
  }
}

function placeOf(file: string, { start, end, line }: Finding, placeAt: CitingDocument['placeAt']): CitedPlace {
  if (placeAt === undefined) return { file, line }
  const { excerpt: _, ...place } = placeAt(start, end)
  return { file, ...place }
}

/** Adds a place unless it is the last one. */
function withPlace(places: readonly CitedPlace[] = [], place: CitedPlace): CitedPlace[] {
  const isSame = JSON.stringify(places.at(-1)) === JSON.stringify(place)
  return isSame ? [...places] : [...places, place]
}
