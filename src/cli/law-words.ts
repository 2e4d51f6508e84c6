/** Names of laws in the words of a line. */

import { readDesignation } from '../citation/grammar/read-designation.ts'
import { nameOfLaw } from '../citation/laws/customary-names.ts'
import { say, sayAll } from '../i18n/texts.ts'
import type { Corpus, LawSummary } from '../model/corpus.ts'
import { type ErrorDetails, LegalTextError } from '../util/errors.ts'
import { type CommandDescription, flagsOf, type ParsedArguments } from './description.ts'
import { shellWord } from './terminal/pages/paging.ts'

/** @throws LegalTextError `invalid_input` if the words are several laws, not the name of one */
export async function assertOneLaw(corpus: Corpus, words: readonly string[]): Promise<void> {
  if (words.length < 2 || (await corpus.findLaws(words.join(' '))).length > 0) return
  const [law] = await corpus.findLaws(words[0] ?? '')
  if (law === undefined) return
  for (const word of words.slice(1))
    if ((await corpus.findLaws(word)).length === 0) throw noLawOfSeveralWords(law, words)
  throw new LegalTextError('invalid_input', say`expected one law, not ${words.length}: ${words.join(', ')}`)
}

/**
 * A note on a law among the words of the query when others are given with `--codes`: `--codes bgb hgb`.
 * @returns `undefined` if no word is a law, or only one of these
 */
export async function lawAmongWords(corpus: Corpus, { args, flags }: ParsedArguments): Promise<string | undefined> {
  const codes = [flags.codes ?? []].flat().join(',')
  const given = await Promise.all(codes.split(',').map((name) => corpus.findLaws(name)))
  const known = new Set(given.flat().map(({ code }) => code))
  for (const word of [args.q ?? []].flat().map(String)) {
    const laws = await Promise.all(word.split(',').map((name) => corpus.findLaws(name)))
    if (laws.some(({ length }) => length === 0) || laws.every((each) => each.some(({ code }) => known.has(code))))
      continue
    return say`${word} is read as a word to look for; to search in that law, too: --codes ${shellWord(`${codes},${word}`)}`
  }
  return undefined
}

/** `law bgb 433`, `law bgb Buch 2` */
function noLawOfSeveralWords(law: LawSummary, words: readonly string[]): LegalTextError {
  const { code } = law
  const rest = words.slice(1).join(' ')
  const norm = readDesignation(rest) === undefined ? undefined : `legal-text norm ${code} ${shellWord(rest)}`
  const command = norm ?? `legal-text law ${code} --part ${shellWord(rest)}`
  const message = say`${words.join(' ')} is not a law; for ${norm ? say`a norm` : say`a part`} of ${nameOfLaw(law)}: ${command}`
  return new LegalTextError('not_found', message, { code: words.join(' ') })
}

/**
 * A message with the inputs of an operation (`limit: must be …`) replaced by the flags (`--limit`) and arguments (`Q`) of its
 * command; other messages stay as they are.
 */
export function inTypedNames(
  message: string,
  issues: NonNullable<ErrorDetails['issues']>,
  description: CommandDescription,
): string {
  const flags = flagsOf(description)
  const named = description.arguments?.map(({ name }) => name) ?? []
  const typedName = (path: string) => {
    const flag = path.replaceAll('_', '-')
    return named.includes(path) ? path.toUpperCase() : Object.hasOwn(flags, flag) ? `--${flag}` : path
  }
  const messageWith = (nameOf: (path: string) => string) =>
    sayAll(issues.map(({ path, message }) => say`${nameOf(path)}: ${message}`))
  return message === messageWith((path) => path) ? messageWith(typedName) : message
}
