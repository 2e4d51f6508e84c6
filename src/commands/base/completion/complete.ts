/** What the word at the end of an unfinished command line can become. */

import { sanitizeText } from '../../../terminal/sanitize.ts'
import { commandOf, isTopic, listedCommands, listedTopics, loadCommand } from '../commands.ts'
import { type CommandDescription, type FlagDescription, flagsOf } from '../description.ts'
import { GUIDE_TERMS } from '../help/guides.ts'

/** A word, and what it means. */
export type Candidate = readonly [word: string, meaning: string]

export interface Completion {
  candidates: readonly Candidate[]
  /** Whether the shell completes names of files. */
  files?: boolean
}

const NOTHING: Completion = { candidates: [] }

/**
 * @param words behind the program's name; the last one is to be completed, and may be empty
 * @throws what opening the corpus throws, and LegalTextError where it has no law of the name that the line has
 */
export async function complete(words: readonly string[]): Promise<Completion> {
  const before = words.slice(0, -1)
  const word = words.at(-1) ?? ''
  const command = commandOf(before)
  if (command === undefined) return { candidates: startingWith(word, firstWords(before)) }
  return completeInCommand(await loadCommand(command.id), command.rest, word)
}

/** Commands, topics and guides. */
function firstWords(before: readonly string[]): Candidate[] {
  const commands = listedCommands()
  const [first, ...more] = before
  if (first === 'help' && more.length === 0) return [...firstWords([]), ...GUIDE_TERMS]
  const named = first === 'help' ? more : before
  if (named.length === 0) {
    const topics = Object.entries(listedTopics()).map(([name, { description }]): Candidate => [name, description])
    const single = commands.filter(({ id }) => !id.includes(':')).map(({ id, summary }): Candidate => [id, summary])
    return [
      ...single,
      ...topics,
      ['help', 'Show help about commands, and guides.'],
      ['--help', 'List all commands.'],
      ['--version', 'Tell the version.'],
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
  if (pending !== undefined) return ofValue(pending, word, inCorpus)
  const [flag, begun] = assignment(description, word)
  if (flag !== undefined) return ofValue(flag, begun, inCorpus, word.slice(0, word.length - begun.length))
  if (word.startsWith('-') && word !== '-') return { candidates: startingWith(word, flagWords(description, given)) }
  const { arguments: named = [] } = description
  const argument = named[positions.length] ?? (named.at(-1)?.several ? named.at(-1) : undefined)
  if (argument === undefined) return { candidates: startingWith(word, flagWords(description, given)) }
  return ofValue(argument, word, inCorpus)
}

interface Read {
  positions: string[]
  /** Flags with their last values, switches with an empty one. */
  given: Record<string, string>
  /** The flag whose value is to come. */
  pending: FlagDescription | undefined
}

function readWords(description: CommandDescription, words: readonly string[]): Read {
  const flags = flagsOf(description)
  const read: Read = { positions: [], given: {}, pending: undefined }
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const [name = '', value] = word.startsWith('--') ? word.slice(2).split('=', 2) : []
    const flag = flags[name]
    if (flag === undefined) {
      if (!word.startsWith('-') || word === '-') read.positions.push(word)
      continue
    }
    if (flag.value === undefined || value !== undefined) read.given[name] = value ?? ''
    else if (i + 1 < words.length) read.given[name] = words[++i] as string
    else read.pending = flag
  }
  return read
}

/** The flags that were not given yet, or may be again. */
function flagWords(description: CommandDescription, given: Readonly<Record<string, string>>): Candidate[] {
  const flags = Object.entries(flagsOf(description)).filter(([name, { several }]) => several || !(name in given))
  const words = flags.flatMap(([name, { description, negatable }]): Candidate[] => [
    [`--${name}`, description],
    ...(negatable ? [[`--no-${name}`, description] as const] : []),
  ])
  return [...words, ['--help', 'What the command does, its flags, examples, variables and exit codes.']]
}

/** The flag of `--name=value`, and what there is of its value. */
function assignment(description: CommandDescription, word: string): [FlagDescription | undefined, string] {
  const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
  return [flagsOf(description)[name], value]
}

interface InCorpus {
  positions: readonly string[]
  dataset: string | undefined
}

async function ofValue(
  { options, meanings = [], completes }: Pick<FlagDescription, 'options' | 'meanings' | 'completes'>,
  word: string,
  { positions, dataset }: InCorpus,
  front = '',
): Promise<Completion> {
  const behind = (candidates: readonly Candidate[]) => ({
    candidates: candidates.map(([each, meaning]): Candidate => [front + each, meaning]),
  })
  const values = options ?? (typeof completes === 'object' ? completes : undefined)
  if (values !== undefined) {
    const candidates = values.map((value, index): Candidate => [value, meanings[index] ?? ''])
    return behind(startingWith(word, candidates))
  }
  if (completes === 'file') return { candidates: [], files: true }
  if (completes === undefined) return NOTHING
  const [{ openForCompletion }, { lawCandidates, normCandidates }] = await Promise.all([
    import('./corpus-candidates.ts'),
    import('./corpus-candidates.ts'),
  ])
  const corpus = await openForCompletion(dataset)
  if (corpus === undefined) return NOTHING
  try {
    if (completes === 'code') return behind(await lawCandidates(corpus, word))
    return behind(await normCandidates(corpus, positions[0] ?? '', word))
  } finally {
    await corpus.close()
  }
}

const startingWith = (word: string, candidates: readonly Candidate[]) =>
  candidates.filter(([candidate]) => candidate.startsWith(word))

/*FILEDOC Answers the scripts that shells complete with: `legal-text __complete -- WORDS`. */

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
  const lines = candidates.map(([word, meaning]) => `${sanitizeText(word)}\t${shortened(meaning)}\n`)
  process.stdout.write(lines.join('') + (files ? ':files\n' : ''))
}

function shortened(meaning: string): string {
  const line = sanitizeText(meaning.replace(/\s+/g, ' '))
  return line.length > LONGEST ? `${line.slice(0, line.lastIndexOf(' ', LONGEST))} …` : line
}
