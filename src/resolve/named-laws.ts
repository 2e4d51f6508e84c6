/** The laws that a text means by the names in it. */

import type { Tokens } from '../citation/grammar/tokens.ts'
import { chooseInForce } from '../citation/laws/law-in-force.ts'
import { nominativeForms } from '../citation/laws/law-names.ts'
import { isUnsupportedName, outOfScopeLaw } from '../citation/laws/out-of-scope.ts'
import { standaloneUnionActs } from '../citation/laws/union-act.ts'
import { type DefinedName, findDefinedNames } from '../citation/text/defined-names.ts'
import type { FoundDesignation } from '../citation/text/find-designations.ts'
import type { NameCandidate } from '../citation/text/name-candidates.ts'
import type { Corpus, Law, LawMatch } from '../corpus/corpus.ts'
import { type Citation, unresolvedCitation } from './citation.ts'
import { shortList } from './resolve-law.ts'

/** What a name means. */
export interface Meaning {
  /** None where the corpus has no such law, several where nothing tells which is meant. */
  laws: LawMatch[]
  /** Further laws with the name, which are not meant. */
  others: LawMatch[]
  /** `false` if the law is a guess among several in force. */
  certain: boolean
  /** What is to say of the choice. */
  note: string | null
  /** The full name, where the document defines the abbreviation for a law that the corpus does not have. */
  fullName?: string
  /** Whether many rules have the name and nothing says that `others` are meant. */
  isGeneric?: true
}

/** What a designation names. */
export interface NamedLaw extends Meaning {
  name: NameCandidate
  /** Whether the name stands with another designation, which this one is linked to. */
  linked: boolean
}

/** Whether a name has capitals within it that the abbreviation of the law lacks (`BeTrVG`): a mistake, or another law. */
function isMiswritten(name: string, abbreviation: string): boolean {
  if (name === abbreviation || name.length !== abbreviation.length || name === name.toUpperCase()) return false
  if (name.toLowerCase() !== abbreviation.toLowerCase()) return false
  return [...name].some((letter, place) => letter !== letter.toLowerCase() && letter !== abbreviation[place])
}

const isOfState = (name: string) => /^(?:land|foreign)$/.test(outOfScopeLaw(name)?.kind ?? '')

/** More laws with one name are not compared. */
const MAX_COMPARED = 12

const meaningOfLaws = (laws: LawMatch[]): Meaning => ({ laws, others: [], certain: true, note: null })

export class LawNamesInText {
  readonly #corpus: Corpus
  readonly #text: string
  readonly #tokens: Tokens
  readonly #day: string
  readonly #known = new Map<string, Promise<Meaning>>()
  #defined: Map<string, { start: number; meaning: Meaning }[]> | undefined

  /** @param day ISO date on which laws are to be in force */
  constructor(corpus: Corpus, text: string, tokens: Tokens, day: string) {
    this.#corpus = corpus
    this.#text = text
    this.#tokens = tokens
    this.#day = day
  }

  /** The law beside a designation; without any laws where a word only looks like one. */
  async ofDesignation(designation: FoundDesignation): Promise<NamedLaw | undefined> {
    const { namesAfter, namesBefore, abbreviation } = designation
    let generic: NamedLaw | undefined
    for (const name of [...namesAfter, ...namesBefore]) {
      const found = await this.meaningOf(name.text, designation.start)
      const named = { ...found, name, linked: false }
      if (found.laws.length > 0 || found.fullName !== undefined) return named
      if (found.isGeneric) generic ??= named
    }
    if (generic !== undefined && !designation.weak) return generic
    return abbreviation && { ...meaningOfLaws([]), name: abbreviation, linked: false }
  }

  /** What the text means by a name. @param at where it stands: definitions hold from where they are made */
  async meaningOf(name: string, at: number): Promise<Meaning> {
    const defined = (await this.#definitions()).get(name)?.findLast(({ start }) => start <= at)
    return defined?.meaning ?? this.#ofName(name)
  }

  #ofName(name: string): Promise<Meaning> {
    const known = this.#known.get(name) ?? this.#find(name)
    this.#known.set(name, known)
    return known
  }

  async #find(name: string): Promise<Meaning> {
    const federal = name.replace(/(?<=\p{Lu})[-/ ]Bund$/u, '')
    for (const form of nominativeForms(federal)) {
      const laws = await this.#lawsCalled(form)
      if (laws.length === 0) continue
      if (isUnsupportedName(form, this.#text)) {
        const note = `many rules are called ${form}; nothing in the text says that ${shortList(laws.map(({ title }) => title))} is meant`
        return { laws: [], others: laws, certain: false, note, isGeneric: true }
      }
      const [law] = laws
      if (law === undefined || laws.length > 1) return this.#chosen(form, laws)
      const note = `the law is written ${law.abbreviation}`
      return isMiswritten(form, law.abbreviation)
        ? { ...meaningOfLaws(laws), certain: false, note }
        : meaningOfLaws(laws)
    }
    return meaningOfLaws([])
  }

  /** In small letters a name may be a code, but all laws that are called so count: `aeg` is two. */
  async #lawsCalled(form: string): Promise<LawMatch[]> {
    const laws = await this.#corpus.lawsCalled(form)
    if (laws.length !== 1 || form !== form.toLowerCase()) return laws
    const named = await this.#corpus.lawsCalled(form.toUpperCase())
    return named.some(({ code }) => code === laws[0]?.code) ? named : laws
  }

  async #chosen(name: string, laws: LawMatch[]): Promise<Meaning> {
    if (laws.length > MAX_COMPARED) return meaningOfLaws(laws)
    const whole = (await Promise.all(laws.map(({ code }) => this.#corpus.law(code)))).filter((law) => law !== undefined)
    const isOfficial = laws.every(({ rank }) => rank < 2)
    const choice = chooseInForce(name, whole, { day: this.#day, isOfficial })
    if (choice === undefined) return meaningOfLaws(laws)
    const match = ({ code }: Law) => laws.find((law) => law.code === code) as LawMatch
    const others = choice.others.map(match)
    const called = shortList(others.map(({ code, title }) => `${code} (${title})`))
    const note = `${name} is also the name of ${called}`
    return { laws: [match(choice.law)], others, certain: choice.certain, note }
  }

  async #definitions(): Promise<Map<string, { start: number; meaning: Meaning }[]>> {
    if (this.#defined !== undefined) return this.#defined
    this.#defined = new Map()
    for (const definition of findDefinedNames(this.#text, this.#tokens)) {
      const defined = await this.#definedMeaning(definition)
      if (defined === undefined) continue
      const all = this.#defined.get(definition.name) ?? []
      all.push({ start: definition.start, meaning: defined })
      this.#defined.set(definition.name, all)
    }
    return this.#defined
  }

  /** `undefined` for what is no definition: the law is called so anyway, or a bracket names another law. */
  async #definedMeaning({ name, candidates, fullName, explicit }: DefinedName): Promise<Meaning | undefined> {
    const full = fullName?.text.replace(/\s+/g, ' ')
    // `Hessisches Verwaltungsverfahrensgesetz (VwVfG)`, of which the last word alone is a federal law
    if (full !== undefined && isOfState(full) && (await this.#ofName(full)).laws.length === 0) {
      return { ...meaningOfLaws([]), fullName: full }
    }
    const own = await this.#ofName(name)
    for (const candidate of candidates) {
      const found = await this.#ofName(candidate.text)
      if (found.laws.length === 0) continue
      const isSame = found.laws.some(({ code }) => own.laws[0]?.code === code)
      return isSame || (!explicit && own.laws.length > 0) ? undefined : found
    }
    return full === undefined ? undefined : { ...meaningOfLaws([]), fullName: full }
  }
}

/*FILEDOC Acts of the Union as a text names them. */

/** The acts of the Union that stand for themselves, not behind one of their articles. */
export async function unionActs(
  text: string,
  tokens: Tokens,
  citations: readonly Citation[],
  names: LawNamesInText,
): Promise<Citation[]> {
  const acts = standaloneUnionActs(text, tokens, citations).map(
    async ({ text: name, start, end }): Promise<Citation> => {
      const [law, ...others] = (await names.meaningOf(name, start)).laws
      const outside = {
        class: 'outside',
        message: `${name.replace(/\s+/g, ' ')} is law of the European Union`,
      } as const
      const citation = { ...unresolvedCitation(text, start, end), abbreviation: name, ...outside }
      if (!law || others.length > 0) return citation
      const found = { status: 'resolved', class: 'right', code: law.code, abbreviation: law.abbreviation } as const
      return { ...citation, ...found, message: null }
    },
  )
  return Promise.all(acts)
}
