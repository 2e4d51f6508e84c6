/** Generates the manual page (`man legal-text`) from the contents of help. It uses the man macros: not all systems have mdoc. */
import type { NamedDescription } from '../cli/commands.ts'
import { commandHelp, usageOf } from '../cli/help/command-help.ts'
import { guides } from '../cli/help/guides.ts'
import type { HelpSection } from '../cli/terminal/pages/help-page.ts'
import { t, translated } from '../i18n/texts.ts'

/** Path in the tree in which `man` looks for German pages. npm installs pages of one language only. */
export const GERMAN_MANUAL = 'man/de/man1/legal-text.1'

type Terms = readonly (readonly [term: string, meaning: string])[]

/** Help sections that become command headings here, or appear once for all commands. */
const OTHER_SECTIONS = ['USAGE', 'ENVIRONMENT', 'EXIT CODES', 'COMMON FLAGS']

/** @param commands in the order of the page @returns the source of the page, in the language of the texts */
export function manualPage(commands: readonly NamedDescription[], version: string): string {
  const guide = (name: string) =>
    (guides()[name]?.sections.flatMap(drawSection) ?? []).join('\n').replace(/^\.PP\n/, '')
  return [
    `.TH LEGAL\\-TEXT 1 "" "legal\\-text ${version}" "legal\\-text"`,
    heading(t`NAME`),
    text(t`legal-text - the exact wording of laws, with its source, offline`),
    heading(t`SYNOPSIS`),
    '.B legal\\-text',
    `.I ${text(t`COMMAND`)}`,
    `[\\fI${text(t`ARGUMENTS`)}\\fR] [\\fI${text(t`FLAGS`)}\\fR]`,
    heading(t`DESCRIPTION`),
    text(
      t`Shows norms of laws with their provenance, searches them, resolves citations, and serves all of it over HTTP.`,
    ),
    heading(t`NAMES OF NORMS`),
    guide('norms'),
    heading(t`COMMANDS`),
    ...commands.flatMap(drawCommand),
    heading(t`FLAGS OF ALL COMMANDS`),
    ...drawTerms(commonFlags(commands)),
    heading(t`FORMATS`),
    guide('formats'),
    heading(t`ENVIRONMENT`),
    guide('environment'),
    heading(t`EXIT STATUS`),
    guide('exit-codes'),
    '',
  ].join('\n')
}

const heading = (words: string) => `.SH ${text(words)}`

function drawCommand({ name, description }: NamedDescription): string[] {
  const own = commandHelp(name, description).sections.filter(({ header }) => !OTHER_SECTIONS.includes(header))
  return [
    `.SS "${text(usageOf(name, description))}"`,
    text(translated(description.summary)),
    ...own.flatMap(drawSection),
  ]
}

/** Returns the common flags of all commands; if one differs by command, its first variant. */
function commonFlags(commands: readonly NamedDescription[]): Terms {
  const terms = commands.flatMap(({ name, description }) =>
    commandHelp(name, description).sections.flatMap((section) =>
      section.header === 'COMMON FLAGS' && 'terms' in section ? section.terms : [],
    ),
  )
  return [...new Map(terms.toReversed()).entries()].sort(([a], [b]) => (a < b ? -1 : 1))
}

function drawSection(section: HelpSection): string[] {
  if ('paragraphs' in section) return section.paragraphs.flatMap((paragraph) => ['.PP', text(translated(paragraph))])
  if ('terms' in section) return drawTerms(section.terms)
  return section.examples.flatMap(([meaning, line]) => [
    '.PP',
    `${text(translated(meaning))}:`,
    '.PP',
    '.nf',
    '.RS',
    text(line),
    '.RE',
    '.fi',
  ])
}

const drawTerms = (terms: Terms) =>
  terms.flatMap(([term, meaning]) => ['.TP', `.B ${text(term)}`, text(translated(meaning))])

/** Escapes a text: backslashes, control lines, and hyphens, so that they can be copied. */
function text(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(
      /[^\n -~]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}
