/** The pages of `docs` that are generated from the code: commands, settings, errors. */

import type { NamedDescription } from '../commands/base/commands.ts'
import { flagsOf } from '../commands/base/description.ts'
import {
  argumentTerms,
  environmentTerms,
  exitCodeTerms,
  flagTerms,
  usageOf,
} from '../commands/base/help/command-help.ts'
import { ERROR_KINDS } from '../errors.ts'
import { defaultOf, SETTINGS, type SettingDescription, VARIABLES } from '../settings-table.ts'

const GENERATED = '<!-- Generated from the code by `npm run docs`. -->'

/** The pages by their file names. @param commands in the order of the page */
export function referencePages(commands: readonly NamedDescription[]): Record<string, string> {
  return {
    'commands.md': commandsPage(commands),
    'settings.md': settingsPage(),
    'errors.md': errorsPage(),
  }
}

function commandsPage(commands: readonly NamedDescription[]): string {
  return page('Commands', [
    'Data goes to stdout, everything else to stderr. With `--json` stdout carries the same JSON body as over HTTP, or ' +
      'the body of the error, and nothing else. What each exit code means: [errors](errors.md). What the environment ' +
      'can set: [settings](settings.md). `legal-text help formats` tells what else an answer can be written as.',
    'Text fits the width of the terminal; where there is none, the variable `COLUMNS`, else 80 columns. What is longer ' +
      'than the terminal goes through `$PAGER`. Colours are for terminals only, and not where `NO_COLOR` is set; links are for ' +
      'terminals that can open them. [Settings](settings.md) tells what forces either.',
    'All of this is also told by `--help`, and by the manual page (`man legal-text`, where the package is installed ' +
      'globally).',
    table(
      ['Command', 'What it does'],
      commands.map(({ name, description }) => [
        `[\`${name}\`](#legal-text-${name.replaceAll(' ', '-')})`,
        description.summary,
      ]),
    ),
    ...commands.flatMap(commandSection),
  ])
}

function commandSection({ name, description }: NamedDescription): string[] {
  const tables: [title: string, terms: readonly (readonly [string, string])[]][] = [
    ['Argument', argumentTerms(description)],
    ['Flag', flagTerms(Object.entries(flagsOf(description)))],
    ['Variable', environmentTerms(description)],
    ['Exit code', exitCodeTerms(description)],
  ]
  return [
    `## legal-text ${name}`,
    description.summary,
    fence('text', [usageOf(name, description)]),
    description.description,
    ...tables
      .filter(([, terms]) => terms.length > 0)
      .map(([title, terms]) =>
        table(
          [title, 'Meaning'],
          terms.map(([term, meaning]) => [`\`${term}\``, meaning]),
        ),
      ),
    fence(
      'sh',
      description.examples.flatMap(([meaning, line]) => [`# ${meaning}`, line]),
    ),
  ]
}

function settingsPage(): string {
  const settings: SettingDescription<unknown>[] = Object.values(SETTINGS)
  const rows = settings.map((setting) => [
    `\`${setting.name}\``,
    setting.flag === undefined ? '' : `\`--${setting.flag}\``,
    setting.type,
    defaultOf(setting),
    setting.meaning,
  ])
  return page('Settings', [
    'Settings come from the environment. A flag beats its variable; a variable that is empty counts as unset. A value ' +
      'that cannot be read ends the command with exit code 2 and names the setting.',
    table(['Variable', 'Flag', 'Value', 'Default', 'Meaning'], rows),
    '`--dataset` is a flag of every command that answers from a corpus; `--url`, `--public-key` and ' +
      '`--max-failed` are flags of commands of `legal-text corpus`; the other flags are those of ' +
      '`legal-text http` and of `dist/server.js`. [Datasets](datasets.md) tells what is downloaded when.',
    'Conventions that are heeded, too; [Datasets](datasets.md#the-cache) tells what the cache is:',
    table(
      ['Variable', 'Meaning'],
      Object.entries(VARIABLES).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    'Colours are for terminals: not where `NO_COLOR` is set or `TERM` is `dumb`; `FORCE_COLOR` beats both and what the ' +
      'output is (`0` or `false`: no colours, else colours), as in Node.js. Links (OSC 8) are for terminals that tell of ' +
      'themselves that they can open them, and not where `CI` is set or `TERM` is `dumb`; `FORCE_HYPERLINK` decides in ' +
      'the same way.',
  ])
}

function errorsPage(): string {
  const kinds = Object.entries(ERROR_KINDS).map(([kind, { status, exitCode, meaning }]) => [
    `\`${kind}\``,
    String(status),
    String(exitCode),
    meaning,
  ])
  return page('Errors', [
    'Every error has a kind. Its body is the same over HTTP and on the command line with `--json`:',
    fence('json', ['{ "error": "not_found", "message": "…", "code": "msgb", "norm": "99", "suggestions": [] }']),
    table(['Kind', 'HTTP status', 'Exit code', 'Meaning'], kinds),
    table(
      ['Field', 'Meaning'],
      [
        ['`error`', 'The kind.'],
        ['`message`', 'What is wrong, for people.'],
        ['`code`', 'The law that was asked for, where one was.'],
        ['`norm`', 'The norm that was asked for, where one was.'],
        ['`candidates`', 'What an ambiguous name may have meant: `code`, `norm` (for norms), `label`, `title`.'],
        ['`suggestions`', 'What is close to a wrong name, closest first; fields as for candidates.'],
        ['`stage`, `done`, `total`', 'Of `not_ready`: what is being done until there is a corpus, and how far it is.'],
        ['`retry_after`', 'Of `too_many_requests`: seconds until the next request is taken.'],
        ['`request_id`', 'Of `internal`, over HTTP: names the request in the log.'],
        ['`issues`', 'Which inputs are wrong, and what would be right: `path`, `message`.'],
      ],
    ),
    'Two more exit codes are not errors: 0 is success, 130 means that the command was interrupted (Ctrl-C). `check` ends ' +
      'with 3 if a citation is wrong (with `--strict`, not right); stdout then carries its findings, not an error.',
  ])
}

const page = (title: string, parts: string[]) => `${[`# ${title}`, GENERATED, ...parts.filter(Boolean)].join('\n\n')}\n`
const fence = (language: string, lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n')

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}
