/** Answers of tools: facts, and a text with the same content for a model. Both are cut to the requested size. */

/**
 * Characters (UTF-16 code units) per token. Tokenizers of current models take between 2.6 and 4 of a German law per token;
 * `docs/mcp.md` has the measurements.
 */
const CHARACTERS_PER_TOKEN = 3

/** Default maximum of tokens in an answer. Text and facts both count, though most clients show a model one of them. */
export const USUAL_TOKENS = 10_000
export const FEWEST_TOKENS = 1000
export const MOST_TOKENS = 200_000

/** Characters reserved for the sentence on omissions, and for its fields. */
const ENDING = 600

export type Facts = Record<string, unknown>

/** One entry of a list. */
export interface Item {
  text: string
  facts: Facts
  /** Shortens it to at most `room` characters, text and facts as JSON together. */
  shortened?(room: number): Item
}

/** The list of an answer. */
export interface ItemList {
  /** The field that has it. */
  name: string
  /** Made lazily, only as many as fit. */
  items: Iterable<Item> | AsyncIterable<Item>
  /**
   * The end of the answer after the list.
   * @param shown number of shown items; the last one may be shortened
   * @param isCut true if there are more, or the last one was shortened
   */
  ending(shown: readonly Item[], isCut: boolean): { facts: Facts; text: string }
}

/** The answer of a tool, before it is cut. */
export interface Answer {
  /** The text before the list. */
  text: string
  facts: Facts
  list?: ItemList
}

/** Converts tokens to characters. */
export const charactersOf = (tokens: number): number => tokens * CHARACTERS_PER_TOKEN

/** Estimates the tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

export interface Fitted {
  text: string
  facts: Facts
}

/** Cuts an answer to a number of tokens, text and facts together. At least one item is shown, shortened if necessary. */
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

/** Non-empty parts, separated by an empty line; those that begin with a dash are lines of one list. */
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

/** Words of a source as a quotation: the content of a law is data, whatever it says. */
export const quoted = (text: string): string => text.trim().replace(/^/gm, '> ').replace(/ +$/gm, '')
