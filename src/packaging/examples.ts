/**
 * Runs the examples of README.md and `docs`: blocks of ```console with `$ command` lines, each followed by its output. A
 * line `…` in an output stands for any number of lines. A block of ```js that begins with `// name.mjs` is that file.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../program/package.ts'
import { Session } from './session.ts'

const WILDCARD = '…'
/** Programs that a machine may lack. */
const TOOLS = ['curl', 'jq', 'tar', 'zip', 'zstd']

export interface Example {
  command: string
  /** The output on the page. */
  expected: string
  /** The actual output; `undefined` if the machine lacks a program that the command needs. */
  actual?: string | undefined
  fits?: boolean
}

/** The pages with examples, relative to the package root. */
export function examplePages(): string[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: packageRoot }).sort()].filter((page) => {
    return blocksOf(read(page), 'console').length > 0
  })
}

const read = (page: string) => readFileSync(join(packageRoot, page), 'utf8')

/** The blocks of a language on a page. */
function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\S+)\n(.*?)^```$/gms)].flatMap((match) =>
    match[1] === language ? (match[2] ?? '') : [],
  )
}

/** The examples of one block, in order. */
export function parseBlock(block: string): Example[] {
  return block.split(/^\$ /m).flatMap((part) => {
    const [command, ...output] = part.trimEnd().split(/\n(?!> )/)
    return command ? [{ command: command.replaceAll('\n> ', '\n'), expected: output.join('\n') }] : []
  })
}

/** Runs all examples of a page. */
export async function runExamples(page: string): Promise<Example[]> {
  const session = await Session.open()
  const missing = await session.missing(TOOLS)
  const examples: Example[] = []
  try {
    for (const program of blocksOf(read(page), 'js')) {
      const [, name] = /^\/\/ (\S+\.mjs)\n/.exec(program) ?? []
      if (name !== undefined) session.write(name, program)
    }
    for (const example of blocksOf(read(page), 'console').flatMap(parseBlock)) {
      const lacks = missing.some((tool) => new RegExp(`\\b${tool}\\b`).test(example.command))
      const actual = lacks ? undefined : await session.run(example.command)
      examples.push({ ...example, actual, fits: actual === undefined || fits(example.expected, actual) })
    }
  } finally {
    await session.close()
  }
  return examples
}

/** Updates the output of every example whose output has changed. */
export async function refreshExamples(page: string): Promise<{ text: string; changed: number }> {
  const examples = await runExamples(page)
  let changed = 0
  const text = read(page).replace(/^(```console\n)(.*?)(^```$)/gms, (_, start: string, block: string, end: string) => {
    const refreshed = parseBlock(block).map(({ command, expected }) => {
      const { actual = expected, fits } = examples.shift() as Example
      if (!fits) changed++
      const output = fits ? withDigests(expected, actual) : actual
      return `$ ${command.replaceAll('\n', '\n> ')}\n${output && `${output}\n`}`
    })
    return `${start}${refreshed.join('')}${end}`
  })
  return { text, changed }
}

/** True for the documented output, apart from what differs by machine and by run. */
export function fits(expected: string, actual: string): boolean {
  return linesFit(normalise(expected).split('\n'), normalise(actual).split('\n'))
}

const DIGEST = /\b(?:[0-9a-f]{64}|[0-9a-f]{16})\b/g

/** The documented output with the digests and bundle ids of the actual one, so that all pages show the same ones. */
export function withDigests(expected: string, actual: string): string {
  const digests = actual.match(DIGEST) ?? []
  if (expected.match(DIGEST)?.length !== digests.length) return expected
  return expected.replace(DIGEST, () => digests.shift() ?? '')
}

function linesFit([first, ...rest]: string[], actual: string[]): boolean {
  if (first === undefined) return actual.length === 0
  if (first.trim() === WILDCARD) return [...actual, ''].some((_, skipped) => linesFit(rest, actual.slice(skipped)))
  return first === actual[0] && linesFit(rest, actual.slice(1))
}

const VOLATILE: [pattern: RegExp, replacement: string][] = [
  [/\b[0-9a-f]{64}\b/g, '<digest>'],
  [/\b[0-9a-f]{16}\b/g, '<bundle id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/^Date: .*$/gm, 'Date: <time>'],
  [/\b\d+\.\d s$/gm, '<seconds> s'],
  [/\b[\d,]+ bytes$/gm, '<size> bytes'],
]

function normalise(text: string): string {
  return VOLATILE.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text.trimEnd())
}
