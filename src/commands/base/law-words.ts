/** The words of a line that name one law. */
import { readDesignation } from '../../citation/grammar/read-designation.ts'
import type { Corpus, LawSummary } from '../../corpus/corpus.ts'
import { LegalTextError } from '../../errors.ts'
import { shellWord } from '../../terminal/pages/paging.ts'

/** @throws LegalTextError `invalid_input` if the words are laws, and not the name of one */
export async function assertOneLaw(corpus: Corpus, words: readonly string[]): Promise<void> {
  if (words.length < 2 || (await corpus.findLaws(words.join(' '))).length > 0) return
  const [law] = await corpus.findLaws(words[0] ?? '')
  if (law === undefined) return
  for (const word of words.slice(1))
    if ((await corpus.findLaws(word)).length === 0) throw noLawOfSeveralWords(law, words)
  throw new LegalTextError('invalid_input', `expected one law, not ${words.length}: ${words.join(', ')}`)
}

/** `law bgb 433`, `law bgb Buch 2` */
function noLawOfSeveralWords({ code, abbreviation }: LawSummary, words: readonly string[]): LegalTextError {
  const rest = words.slice(1).join(' ')
  const norm = readDesignation(rest) === undefined ? undefined : `legal-text norm ${code} ${shellWord(rest)}`
  const command = norm ?? `legal-text law ${code} --part ${shellWord(rest)}`
  const message = `${words.join(' ')} is no law; for ${norm ? 'a norm' : 'a part'} of ${abbreviation}: ${command}`
  return new LegalTextError('not_found', message, { code: words.join(' ') })
}
