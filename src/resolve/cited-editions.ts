/** Finds the editions (`a. F.`) in which a text cites its laws. */

import type { Tokens } from '../citation/grammar/tokens.ts'
import {
  type EditionWords,
  editionAfter,
  editionBefore,
  findDocumentEditions,
  findEditions,
} from '../citation/text/editions.ts'
import type { FoundDesignation, FoundNorm } from '../citation/text/find-designations.ts'
import { spanOf } from '../citation/text/found-designation.ts'
import type { LawNamesInText, NamedLaw } from './named-laws.ts'

/** The words between listed citations. */
const CONJUNCTION =
  /^[\s,;()]{0,3}(?:und|oder|sowie|bzw\.?|beziehungsweise|u\.|i\.?\s?V\.?\s?m\.?|in Verbindung mit)?\s*(?:de[snrm]|von|auch)?\s*$/
const MAX_CONJUNCTION_LENGTH = 40

/** An edition that applies to all later citations of some laws. */
interface LastingEdition {
  words: string
  /** `undefined` for all laws. */
  codes: Set<string | undefined> | undefined
  names: ReadonlySet<string>
  from: number
}

export class CitedEditions {
  readonly #ofDesignation = new Map<FoundDesignation, string>()
  readonly #lasting: LastingEdition[] = []

  /** Reads the editions of a text. @param laws the laws of the designations, as far as they name one */
  static async read(
    text: string,
    tokens: Tokens,
    found: readonly FoundDesignation[],
    laws: ReadonlyMap<FoundDesignation, NamedLaw>,
    names: LawNamesInText,
  ): Promise<CitedEditions> {
    const editions = new CitedEditions()
    editions.#readBeside(text, found, laws)
    for (const { words, names: called, from } of findDocumentEditions(text, tokens)) {
      const meanings = await Promise.all(called.map((name) => names.meaningOf(name, from)))
      const codes = new Set(meanings.flatMap((each) => each.laws.map(({ code }) => code)))
      editions.#lasting.push({ words, codes: called.length > 0 ? codes : undefined, names: new Set(called), from })
    }
    return editions
  }

  /** The edition in which a norm is cited, in the words of the text; `null` if none is named. */
  of(text: string, designation: FoundDesignation, norm: FoundNorm, named: NamedLaw | undefined): string | null {
    const own = norm.qualifiers.find(({ kind }) => kind === 'fassung')
    if (own !== undefined) return ownWords(text.slice(norm.start, norm.end)) ?? own.value
    const beside = this.#ofDesignation.get(designation)
    if (beside !== undefined) return beside
    if (named?.name.edition !== undefined) return `${named.name.text} ${named.name.edition}`
    const code = named?.laws[0]?.code
    const lasting = this.#lasting.findLast(({ codes, names, from }) => {
      const isMeant = codes === undefined || codes.has(code) || (named !== undefined && names.has(named.name.text))
      return from <= designation.start && isMeant
    })
    return lasting?.words ?? null
  }

  #readBeside(text: string, found: readonly FoundDesignation[], laws: ReadonlyMap<FoundDesignation, NamedLaw>): void {
    let later: { designation: FoundDesignation; edition: EditionWords | undefined; start: number } | undefined
    for (const designation of found.toReversed()) {
      const named = laws.get(designation)
      const { start, end } = placeOfAll(designation, named)
      let edition = editionBeside(text, designation, start, end, named?.name.text)
      if (edition === undefined && later?.edition !== undefined) {
        const joint = text.slice(end, Math.min(later.start, end + MAX_CONJUNCTION_LENGTH + 1))
        const isJoined = later.start - end <= MAX_CONJUNCTION_LENGTH && CONJUNCTION.test(joint)
        const sharesLaw = named?.linked && designation.linkedToNext
        if (sharesLaw || (later.edition.ofEach && isJoined)) edition = later.edition
      }
      if (edition !== undefined) this.#ofDesignation.set(designation, edition.text)
      later = { designation, edition, start }
    }
  }
}

/** The edition named after a citation, within it, or before it. */
function editionBeside(
  text: string,
  designation: FoundDesignation,
  start: number,
  end: number,
  name = '',
): EditionWords | undefined {
  // Within: between the norm and its law, or in a long name. `EuGVVO a. F.` is the name of another act.
  const within = findEditions(text.slice(designation.end, end)).find((edition) => !name.endsWith(edition.text))
  return editionAfter(text, end, true) ?? within ?? editionBefore(text, start)
}

/** The words of a designation with the name of its law. */
function placeOfAll(designation: FoundDesignation, named: NamedLaw | undefined): { start: number; end: number } {
  const name = named?.linked ? undefined : named?.name
  const [first, last] = [designation.norms[0], designation.norms.at(-1)]
  if (first === undefined || last === undefined) return designation
  return { start: spanOf(designation, first, name).start, end: spanOf(designation, last, name).end }
}

/** `a. F.` among the words of a norm. */
const ownWords = (words: string) => /(?:[an]\.\s?F\.?|[an]F)(?!\p{L})/u.exec(words)?.[0]
