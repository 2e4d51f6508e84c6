/** Answers of tools: facts, and a text that says the same to a model. Both are cut to the size that was asked for. */

/**
 * Characters (UTF-16 code units) that count as one token. Tokenizers of current models take between 2.6 and 4 of a German
 * law for one, `docs/mcp.md` has the measurements.
 */
const CHARACTERS_PER_TOKEN = 3

/** The most tokens of an answer, unless more are asked for. Text and facts are counted, though most clients show a model one of them. */
export const USUAL_TOKENS = 10_000
export const FEWEST_TOKENS = 1000
export const MOST_TOKENS = 200_000

/** Characters for the sentence on what was left out, and for the fields that say it. */
const ENDING = 600

export type Facts = Record<string, unknown>

/** One entry of a list. */
export interface Item {
  text: string
  facts: Facts
  /** A form of it that takes at most so many characters, text and facts as JSON together. */
  shortened?(room: number): Item
}

/** The list of an answer. */
export interface ItemList {
  /** The field that has it. */
  name: string
  /** Made one by one: those that do not fit are not. */
  items: Iterable<Item> | AsyncIterable<Item>
  /**
   * What follows the list.
   * @param shown how many items were shown; the last one may be shortened
   * @param isCut whether there are more, or the last one was shortened
   */
  ending(shown: readonly Item[], isCut: boolean): { facts: Facts; text: string }
}

/** What a tool answers, before it is cut. */
export interface Answer {
  /** The text before the list. */
  text: string
  facts: Facts
  list?: ItemList
}

/** The characters of so many tokens. */
export const charactersOf = (tokens: number): number => tokens * CHARACTERS_PER_TOKEN

/** An estimate of the tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

export interface Fitted {
  text: string
  facts: Facts
}

/** Cuts an answer to a number of tokens, text and facts together. At least one item is shown, shortened if need be. */
export async function fit({ text, facts, list }: Answer, tokens: number): Promise<Fitted> {
  if (list === undefined) return { text, facts }
  let room = charactersOf(tokens) - sizeOf({ text, facts }) - ENDING
  const shown: Item[] = []
  let isCut = false
  for await (const item of list.items) {
    const size = sizeOf(item)
    if (size <= room) {
      shown.push(item)
      room -= size
      continue
    }
    isCut = true
    if (shown.length === 0) shown.push(item.shortened?.(room) ?? item)
    break
  }
  const ending = list.ending(shown, isCut)
  return {
    text: paragraphs([text, ...shown.map((item) => item.text), ending.text]),
    facts: { ...facts, [list.name]: shown.map((item) => item.facts), ...ending.facts },
  }
}

/** Characters that an item adds to an answer. */
export const sizeOf = ({ text, facts }: Fitted): number => text.length + JSON.stringify(facts).length + 3

/** Parts that are not empty, with an empty line between; those that begin with a dash are lines of one list. */
export function paragraphs(parts: readonly string[]): string {
  let joined = ''
  let before = ''
  for (const part of parts) {
    if (part === '') continue
    const isListed = ENTRY.test(part) && ENTRY.test(before)
    joined += joined === '' ? part : `${isListed ? '\n' : '\n\n'}${part}`
    before = part
  }
  return joined
}

const ENTRY = /^ *- /

/** Words of a source, as a quotation: what stands in a law is data, whatever it says. */
export const quoted = (text: string): string => text.trim().replace(/^/gm, '> ').replace(/ +$/gm, '')
