/** Acts of the Union that a text names by a CELEX number, an ELI or an address. */
import type { Tokens } from '../grammar/tokens.ts'
import type { NameCandidate } from './chunks.ts'
import { celexNamed } from './law-names.ts'

/** A CELEX number or an address, without the punctuation after it. */
const ADDRESS = /^(?:(?:CELEX:? ?)?[03]\d{4}[A-Z]|https?:)[^\s<>"()]{1,200}(?<![.,;:])/u
const LONGEST_ADDRESS = 220

/** Reads the CELEX number, ELI or address of an act as its name, the CELEX number. */
export function actAddress(tokens: Tokens, index: number): NameCandidate | undefined {
  const start = tokens.start(index)
  const [address = ''] = ADDRESS.exec(tokens.text.slice(start, start + LONGEST_ADDRESS)) ?? []
  const text = celexNamed(address)
  return text === undefined ? undefined : { text, start, end: start + address.length }
}
