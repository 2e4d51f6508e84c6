/** Completes the last word of a command line, for the scripts of shells: `legal-text __complete -- WORDS`. */

import { translated } from '../../i18n/texts.ts'
import { readSetting } from '../../program/settings.ts'
import type { Candidate } from '../../resolve/completions.ts'
import { commandOf, isTopic, listedCommands, listedTopics, loadCommand } from '../commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from '../description.ts'
import { guideTerms } from '../help/guides.ts'
import { sanitizeText } from '../terminal/sanitize.ts'

interface Completion {
  candidates: readonly Candidate[]
  /** True if the shell completes file names. */
  files?: boolean
}

const NOTHING: Completion = { candidates: [] }

/** Maximum length of meanings; longer ones are cut. */
const MAX_MEANING_LENGTH = 80

/**
 * Writes one candidate a line: the word, a tab and its meaning; a line `:files` makes the shell complete file names. Errors give no
 * candidates, since messages would end up in the line being typed.
 */
export async function writeCompletion(words: readonly string[]): Promise<void> {
  const line = words[0] === '--' ? words.slice(1) : words
  const { candidates, files } = await complete(line).catch(() => NOTHING)
  const lines = candidates.map(([word, meaning]) => `${sanitizeText(word)}\t${shortened(meaning)}\n`)
  process.stdout.write(lines.join('') + (files ? ':files\n' : ''))
}

function shortened(meaning: string): string {
  const line = sanitizeText(translated(meaning).replace(/\s+/g, ' '))
  return line.length > MAX_MEANING_LENGTH ? `${line.slice(0, line.lastIndexOf(' ', MAX_MEANING_LENGTH))} …` : line
}

/**
 * @param words the line after the name of the program; the last word, maybe empty, is completed
 * @throws what opening the corpus throws, and LegalTextError for an unknown law
 */
async function complete(words: readonly string[]): Promise<Completion> {
  const before = words.slice(0, -1)
  const word = words.at(-1) ?? ''
  const command = commandOf(before)
  if (command === undefined) {
    const own = startingWith(word, firstWords(before))
    return own.length > 0 || word.startsWith('-') ? { candidates: own } : completeNorm(before, word)
  }
  return completeInCommand(await loadCommand(command.id), command.rest, word)
}

/** A line without a command is a norm: the code of a law, then norm numbers. */
async function completeNorm(before: readonly string[], word: string): Promise<Completion> {
  const isNorm = before[0] !== 'help' && !isTopic(before[0] ?? '') && (before.length > 0 || word !== '')
  return isNorm ? completeInCommand(await loadCommand('norm'), before, word) : NOTHING
}

/** Commands, topics and guides. */
function firstWords(before: readonly string[]): Candidate[] {
  const commands = listedCommands()
  const [first, ...more] = before
  if (first === 'help' && more.length === 0) return [...firstWords([]), ...guideTerms()]
  const named = first === 'help' ? more : before
  if (named.length === 0) {
    const topics = Object.entries(listedTopics()).map(([name, { description }]): Candidate => [name, description])
    const single = commands.filter(({ id }) => !id.includes(':')).map(({ id, summary }): Candidate => [id, summary])
    return [
      ...single,
      ...topics,
      ['help', 'Show help about commands, and guides.'],
      ['--help', 'List all commands.'],
      ['--version', 'Show the version.'],
    ]
  }
  const [topic = ''] = named
  if (named.length > 1 || !isTopic(topic)) return []
  return commands
    .filter(({ id }) => id.startsWith(`${topic}:`))
    .map(({ id, summary }): Candidate => [id.slice(topic.length + 1), summary])
}

async function completeInCommand(
  description: CommandDescription,
  before: readonly string[],
  word: string,
): Promise<Completion> {
  const { positions, given, pending } = readWords(description, before)
  const inCorpus = { positions, dataset: given.dataset }
  if (pending !== undefined) return completeValue(pending, word, inCorpus)
  const [flag, begun] = assignment(description, word)
  if (flag !== undefined) return completeValue(flag, begun, inCorpus, word.slice(0, word.length - begun.length))
  if (word.startsWith('-') && word !== '-') return { candidates: startingWith(word, flagWords(description, given)) }
  const { arguments: named = [] } = description
  const last = named.at(-1)
  // Only the first word of a name is completed: the next ones depend on it.
  const more = last?.multiple && (last.completes !== 'code' || positions.length < named.length) ? last : undefined
  const argument = named[positions.length] ?? more
  if (argument === undefined) return { candidates: startingWith(word, flagWords(description, given)) }
  return completeValue(argument, word, inCorpus)
}

interface Read {
  positions: string[]
  /** Flags with their last values; switches have empty ones. */
  given: Record<string, string>
  /** The flag whose value is being completed. */
  pending: FlagDescription | undefined
}

function readWords(description: CommandDescription, words: readonly string[]): Read {
  const flags = flagsOf(description)
  const read: Read = { positions: [], given: {}, pending: undefined }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const short = Object.keys(flags).find((name) => word === `-${flags[name]?.char}`)
    const [name = short ?? '', value] = word.startsWith('--') ? word.slice(2).split('=', 2) : []
    const flag = flags[name]
    if (flag === undefined) {
      if (!word.startsWith('-') || word === '-') read.positions.push(word)
      continue
    }
    if (flag.helpValue === undefined || value !== undefined) read.given[name] = value ?? ''
    else if (i + 1 < words.length) read.given[name] = words[++i] as string
    else read.pending = flag
  }
  return read
}

/** The flags that may still be given. */
function flagWords(description: CommandDescription, given: Readonly<Record<string, string>>): Candidate[] {
  const flags = Object.entries(flagsOf(description)).filter(([name, { multiple }]) => multiple || !(name in given))
  const words = flags.flatMap(([name, { description, allowNo }]): Candidate[] => [
    [`--${name}`, description],
    ...(allowNo ? [[`--no-${name}`, description] as const] : []),
  ])
  return [...words, ['--help', 'Show the help of the command.']]
}

/** The flag of `--name=value`, and the beginning of its value. */
function assignment(description: CommandDescription, word: string): [FlagDescription | undefined, string] {
  const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
  return [flagsOf(description)[name], value]
}

async function completeValue(
  { options, meanings = [], completes }: Pick<FlagDescription, 'options' | 'meanings' | 'completes'>,
  word: string,
  { positions, dataset }: { positions: readonly string[]; dataset: string | undefined },
  prefix = '',
): Promise<Completion> {
  const prefixed = (candidates: readonly Candidate[]) => ({
    candidates: candidates.map(([each, meaning]): Candidate => [prefix + each, meaning]),
  })
  const values = options ?? (typeof completes === 'object' ? completes : undefined)
  if (values !== undefined) {
    const candidates = values.map((value, index): Candidate => [value, meanings[index] ?? ''])
    return prefixed(startingWith(word, candidates))
  }
  if (completes === 'file') return { candidates: [], files: true }
  if (completes === undefined) return NOTHING
  const [{ lawCandidates, normCandidates, partCandidates }, { openExisting }] = await Promise.all([
    import('../../resolve/completions.ts'),
    import('../../dataset/open.ts'),
  ])
  const corpus = await openExisting(readSetting('datasetPath', process.env, dataset))
  if (corpus === undefined) return NOTHING
  try {
    if (completes === 'code') return prefixed(await lawCandidates(corpus, word))
    if (completes === 'part') return prefixed(await partCandidates(corpus, positions.join(' '), word))
    const [first = ''] = positions
    const { beginsDesignation } = await import('../../resolve/norm-words.ts')
    // The words of a designation are followed by its law.
    if (beginsDesignation(first)) return prefixed(word === '' ? [] : await lawCandidates(corpus, word))
    return prefixed(await normCandidates(corpus, first, word))
  } finally {
    await corpus.close()
  }
}

const startingWith = (word: string, candidates: readonly Candidate[]) =>
  candidates.filter(([candidate]) => candidate.startsWith(word))
