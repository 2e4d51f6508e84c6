/** Answers the scripts that shells complete with: `legal-text __complete -- WORDS`. */
import { cleanText } from '../../../terminal/clean.ts'
import { type Completion, complete } from './complete.ts'

/** Longer meanings are cut. */
const LONGEST = 80

/**
 * Writes one candidate a line, with a tab and its meaning behind it; a line `:files` where the shell is to complete names
 * of files. Whatever fails gives no candidates: who types a line wants no messages in it.
 */
export async function writeCompletion(words: readonly string[]): Promise<void> {
  const line = words[0] === '--' ? words.slice(1) : words
  const nothing: Completion = { candidates: [] }
  const { candidates, files } = await complete(line).catch(() => nothing)
  const lines = candidates.map(([word, meaning]) => `${cleanText(word)}\t${shortened(meaning)}\n`)
  process.stdout.write(lines.join('') + (files ? ':files\n' : ''))
}

function shortened(meaning: string): string {
  const line = cleanText(meaning.replace(/\s+/g, ' '))
  return line.length > LONGEST ? `${line.slice(0, line.lastIndexOf(' ', LONGEST))} …` : line
}
