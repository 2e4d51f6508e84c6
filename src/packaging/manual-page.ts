/** The manual page (`man legal-text`), with the contents of help. In the language man: not all systems have mdoc. */
import type { NamedDescription } from '../commands/base/commands.ts'
import { commandHelp, usageOf } from '../commands/base/help/command-help.ts'
import { guides } from '../commands/base/help/guides.ts'
import type { HelpSection } from '../terminal/pages/help-page.ts'

type Terms = readonly (readonly [term: string, meaning: string])[]

/** Sections of help that are the heading of a command here, or stand once for all commands. */
const OTHER_SECTIONS = ['USAGE', 'ENVIRONMENT', 'EXIT CODES', 'COMMON FLAGS']

/** @param commands in the order of the page @returns the source of the page */
export function manualPage(commands: readonly NamedDescription[], version: string): string {
  const guide = (name: string) =>
    (guides()[name]?.sections.flatMap(drawSection) ?? []).join('\n').replace(/^\.PP\n/, '')
  return [
    `.TH LEGAL\\-TEXT 1 "" "legal\\-text ${version}" "legal\\-text"`,
    '.SH NAME',
    'legal\\-text \\- the exact wording of laws, with its source, offline',
    '.SH SYNOPSIS',
    '.B legal\\-text',
    '.I COMMAND',
    '[\\fIARGUMENTS\\fR] [\\fIFLAGS\\fR]',
    '.SH DESCRIPTION',
    text(
      'Shows norms of laws with their provenance, searches them, resolves citations, and serves all of it over HTTP.',
    ),
    '.SH NAMES OF NORMS',
    guide('norms'),
    '.SH COMMANDS',
    ...commands.flatMap(drawCommand),
    '.SH FLAGS OF ALL COMMANDS',
    ...drawTerms(commonFlags(commands)),
    '.SH FORMATS',
    guide('formats'),
    '.SH ENVIRONMENT',
    guide('environment'),
    '.SH EXIT STATUS',
    guide('exit-codes'),
    '',
  ].join('\n')
}

function drawCommand({ name, description }: NamedDescription): string[] {
  const own = commandHelp(name, description).sections.filter(({ header }) => !OTHER_SECTIONS.includes(header))
  return [`.SS "${text(usageOf(name, description))}"`, text(description.summary), ...own.flatMap(drawSection)]
}

/** The common flags of all commands; if one differs by command, the first. */
function commonFlags(commands: readonly NamedDescription[]): Terms {
  const terms = commands.flatMap(({ name, description }) =>
    commandHelp(name, description).sections.flatMap((section) =>
      section.header === 'COMMON FLAGS' && 'terms' in section ? section.terms : [],
    ),
  )
  return [...new Map(terms.toReversed()).entries()].sort(([a], [b]) => (a < b ? -1 : 1))
}

function drawSection(section: HelpSection): string[] {
  if ('paragraphs' in section) return section.paragraphs.flatMap((paragraph) => ['.PP', text(paragraph)])
  if ('terms' in section) return drawTerms(section.terms)
  return section.examples.flatMap(([meaning, line]) => [
    '.PP',
    `${text(meaning)}:`,
    '.PP',
    '.nf',
    '.RS',
    text(line),
    '.RE',
    '.fi',
  ])
}

const drawTerms = (terms: Terms) => terms.flatMap(([term, meaning]) => ['.TP', `.B ${text(term)}`, text(meaning)])

/** Escapes a text: no escapes of its own, no requests at the beginning of a line, hyphens that can be copied. */
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
