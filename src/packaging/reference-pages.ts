/** Generates pages of `docs` from the code: commands, settings, errors. */

import type { NamedDescription } from '../cli/commands.ts'
import { flagsOf } from '../cli/description.ts'
import { argumentTerms, environmentTerms, exitCodeTerms, flagTerms, usageOf } from '../cli/help/command-help.ts'
import { defaultOf, SETTINGS, type SettingDescription } from '../program/settings-table.ts'
import { VARIABLES } from '../program/variables.ts'
import { ERROR_KINDS } from '../util/errors.ts'

const GENERATED = '<!-- Generated from the code by `npm run docs`. -->'

/** Returns the pages by file name. @param commands in the order of the page */
export function referencePages(commands: readonly NamedDescription[]): Record<string, string> {
  return {
    'commands.md': commandsPage(commands),
    'settings.md': settingsPage(),
    'errors.md': errorsPage(),
  }
}

function commandsPage(commands: readonly NamedDescription[]): string {
  return page('Commands', [
    'Data goes to stdout, everything else to stderr. With `--json`, stdout contains the same JSON body as over HTTP, or ' +
      'the body of the error, and nothing else. See [errors](errors.md) for exit codes, [settings](settings.md) for ' +
      'environment variables, and `legal-text help formats` for other output formats.',
    'Text fits the width of the terminal. Without a terminal, the width is that of the variable `COLUMNS`, or 80. Without ' +
      'either, `check` writes each finding on one line, however long. Output longer than the terminal goes through ' +
      '`$PAGER`. Only terminals get colours, unless `NO_COLOR` is set, and only terminals that can open links get ' +
      'links. [Settings](settings.md) lists the variables that force either.',
    '`--help` and the manual page (`man legal-text`, if the package is installed globally) have the same contents.',
    table(
      ['Command', 'Summary'],
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
    'Settings come from the environment. A flag overrides its variable; an empty variable counts as unset. A value that ' +
      'cannot be parsed ends the command with exit code 2 and a message that names the setting.',
    table(['Variable', 'Flag', 'Value', 'Default', 'Meaning'], rows),
    '`--dataset` is a flag of every command that answers from a corpus; `--url`, `--public-key` and ' +
      '`--max-failed` are flags of commands of `legal-text corpus`; the other flags are those of ' +
      '`legal-text http` and of `dist/server.js`. [Datasets](datasets.md) explains when a corpus is downloaded.',
    'Variables that other programs use, too ([Datasets](datasets.md#the-cache) describes the cache):',
    table(
      ['Variable', 'Meaning'],
      Object.entries(VARIABLES).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    'Terminals get colours unless `NO_COLOR` is set or `TERM` is `dumb`. `FORCE_COLOR` overrides both, and the kind of ' +
      'output: `0` or `false` disables colours, any other value enables them, as in Node.js. Links (OSC 8) are for ' +
      'terminals that are known to open them, unless `CI` is set or `TERM` is `dumb`. `FORCE_HYPERLINK` overrides that in ' +
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
    'Every error has a kind. The body is the same over HTTP and on the command line with `--json`:',
    fence('json', ['{ "error": "not_found", "message": "…", "code": "msgb", "norm": "par:99", "suggestions": [] }']),
    table(['Kind', 'HTTP status', 'Exit code', 'Meaning'], kinds),
    table(
      ['Field', 'Meaning'],
      [
        ['`error`', 'The kind.'],
        ['`message`', 'The error in words.'],
        ['`code`', 'The requested law, if any.'],
        ['`norm`', 'The requested norm, if any.'],
        [
          '`candidates`',
          'Possible meanings of an ambiguous name: `code`, `norm` (for norms), `part` (for parts of laws), `label`, `title`, `observed_on` (the day of the state that has it, if not each has), `in_force_on` (a day on which it is in force).',
        ],
        [
          '`suggestions`',
          'What a wrong name may mean: laws whose code or abbreviation begins with it, then similar names, closest first; the day on which a norm or law was there that is gone; fields as in `candidates`.',
        ],
        ['`as_of`', 'The day as of which was asked, if any.'],
        ['`states`', 'Of a day before the first state: the days of the `first` and the `last` one.'],
        ['`stage`, `done`, `total`', 'Of `not_ready`: the current step towards a corpus, and its progress.'],
        ['`retry_after`', 'Of `too_many_requests`: seconds until the next request is accepted.'],
        ['`request_id`', 'Of `internal`, over HTTP: identifies the request in the log.'],
        ['`issues`', 'The wrong inputs, and the values that they take: `path`, `message`.'],
      ],
    ),
    'Two more exit codes are not errors: 0 is success, and 130 means that the command was interrupted (Ctrl-C). `check` ' +
      'ends with 3 if a citation is wrong (with `--strict`, not right); stdout then contains its findings, not an error. `grep` ends with 1 if nothing matches.',
  ])
}

const page = (title: string, parts: string[]) => `${[`# ${title}`, GENERATED, ...parts.filter(Boolean)].join('\n\n')}\n`
const fence = (language: string, lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n')

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}
