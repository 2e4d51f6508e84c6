/** The wordings of the cited parts of files, as of a run. */

import { dirname, relative, resolve } from 'node:path'
import * as z from 'zod'
import type { KnownPart } from '../../operations/cited-parts.ts'
import type { Finding } from '../../resolve/check-text.ts'
import { STANDARD_INPUT } from '../read-text.ts'

/** Normalizes the words of a citation: line breaks and no-break spaces make no difference. */
export function citationKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(§|\bArt\.) (?=\d)/g, '$1')
    .trim()
    .toLowerCase()
}

/** The schema of {@link KnownWordings.items}. */
export const WORDINGS = z.array(
  z.object({
    file: z.string(),
    text: z.string(),
    code: z.string(),
    norm: z.string(),
    subdivision: z.string().nullable(),
    cite_as: z.string(),
    hash: z.string(),
    as_of: z.string().nullable(),
    coming: z.array(z.string()),
  }),
)

/** The wording of a part that a file cites, and the words of the citation. */
export type Wording = z.output<typeof WORDINGS>[number]

export class KnownWordings {
  /** The file with the stored wordings. */
  readonly #store: string
  /** By file and words of the citation. */
  readonly #known = new Map<string, Wording[]>()

  constructor(store: string) {
    this.#store = store
  }

  /** Adds the wording of a part that a finding cites. */
  record(file: string, { text }: Pick<Finding, 'text'>, part: KnownPart): void {
    this.addAll([{ file: nameBeside(this.#store, file), text: citationKey(text), ...part, coming: [...part.coming] }])
  }

  addAll(wordings: readonly Wording[]): void {
    for (const added of wordings) {
      const known = this.#known.get(keyOf(added)) ?? []
      if (!known.some((each) => isSamePlace(each, added))) this.#known.set(keyOf(added), [...known, added])
    }
  }

  /** The known wording of the cited part; for a finding that leads to no norm now, the one its words led to. */
  of(file: string, finding: Pick<Finding, 'text' | 'code' | 'norm' | 'subdivision'>): KnownPart | undefined {
    const known = this.#known.get(keyOf({ file: nameBeside(this.#store, file), text: citationKey(finding.text) })) ?? []
    const found = finding.norm === null ? known[0] : known.find((each) => isSamePlace(each, finding))
    if (found === undefined) return undefined
    const { file: _file, text: _text, ...part } = found
    return part
  }

  /** All wordings, in a stable order. */
  items(): Wording[] {
    return [...this.#known.values()].flat().sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  }
}

/** The name of a file relative to the folder of a stored file, with `/`; `-` for standard input. */
export function nameBeside(store: string, file: string): string {
  if (file === STANDARD_INPUT) return file
  return relative(dirname(resolve(store)), resolve(file)).replaceAll('\\', '/')
}

/** The content of a file of lists: one line per item, for readable diffs. */
export function storedText(version: number, lists: Record<string, readonly unknown[]>): string {
  const fields = Object.entries(lists).map(([name, items]) => {
    const lines = items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
    return `  "${name}": ${lines === '' ? '[]' : `[\n${lines}\n  ]`}`
  })
  return `{\n  "version": ${version},\n${fields.join(',\n')}\n}\n`
}

const keyOf = ({ file, text }: Pick<Wording, 'file' | 'text'>) => JSON.stringify([file, text])

const sortKey = ({ file, text, code, norm, subdivision }: Wording) =>
  JSON.stringify([file, text, code, norm, subdivision])

type NamedPlace = Pick<Finding, 'code' | 'norm' | 'subdivision'>

const isSamePlace = (one: NamedPlace, other: NamedPlace) =>
  one.code === other.code && one.norm === other.norm && one.subdivision === other.subdivision
