/** The pages of `docs` that are generated from the code: commands, settings, errors. */
import { ERROR_KINDS } from '../errors.ts'
import { SETTINGS } from '../settings.ts'

/** What `oclif manifest` writes about a command. */
export interface CommandDescription {
  id: string
  summary?: string
  description?: string
  args: Record<string, { name: string; description?: string; required?: boolean; multiple?: boolean }>
  flags: Record<string, FlagDescription>
  examples?: { description: string; command: string }[]
}

interface FlagDescription {
  name: string
  type: 'boolean' | 'option'
  description?: string
  helpValue?: string
  helpGroup?: string
  required?: boolean
  multiple?: boolean
  allowNo?: boolean
}

export interface Manifest {
  commands: Record<string, CommandDescription>
}

const GENERATED = '<!-- Generated from the code by `npm run docs`. -->'

/** The pages by their file names. */
export function referencePages(manifest: Manifest): Record<string, string> {
  return {
    'commands.md': commandsPage(manifest),
    'settings.md': settingsPage(),
    'errors.md': errorsPage(),
  }
}

/** An example as it is typed. */
export function exampleCommand(id: string, command: string): string {
  return command.replace('<%= config.bin %>', 'legal-text').replace('<%= command.id %>', id.replaceAll(':', ' '))
}

function commandsPage({ commands }: Manifest): string {
  const sorted = Object.values(commands).sort((a, b) => (a.id < b.id ? -1 : 1))
  return page('Commands', [
    'Data goes to stdout, everything else to stderr. With `--json` stdout carries the same JSON body as over HTTP, or ' +
      'the body of the error, and nothing else. What each exit code means: [errors](errors.md). What the environment ' +
      'can set: [settings](settings.md).',
    'Text fits the width of the terminal; where there is none, the variable `COLUMNS`, else 80 columns. Colours are ' +
      'for terminals only, and not where `NO_COLOR` is set.',
    table(
      ['Command', 'What it does'],
      sorted.map(({ id, summary }) => [`[\`${words(id)}\`](#legal-text-${id.replaceAll(':', '-')})`, summary ?? '']),
    ),
    ...sorted.flatMap(commandSection),
  ])
}

function commandSection({ id, summary, description, args, flags, examples = [] }: CommandDescription): string[] {
  const argumentRows = Object.values(args).map(({ name, description = '', required }) => [
    `\`${name.toUpperCase()}\``,
    description + (required ? '' : ' May be left out.'),
  ])
  const flagRows = Object.values(flags).map((flag) => [`\`${flagUsage(flag)}\``, flag.description ?? ''])
  return [
    `## legal-text ${words(id)}`,
    summary ?? '',
    fence('text', [usage(id, args, flags)]),
    description ?? '',
    ...(argumentRows.length > 0 ? [table(['Argument', 'Meaning'], argumentRows)] : []),
    ...(flagRows.length > 0 ? [table(['Flag', 'Meaning'], flagRows)] : []),
    fence(
      'sh',
      examples.flatMap(({ description, command }) => [`# ${description}`, exampleCommand(id, command)]),
    ),
  ]
}

function usage(id: string, args: CommandDescription['args'], flags: CommandDescription['flags']): string {
  const positions = Object.values(args).map(({ name, required, multiple }) => {
    const shown = name.toUpperCase() + (multiple ? ' …' : '')
    return required ? shown : `[${shown}]`
  })
  const options = Object.values(flags).map((flag) => (flag.required ? flagUsage(flag) : `[${flagUsage(flag)}]`))
  return ['legal-text', words(id), ...positions, ...options].join(' ')
}

function flagUsage({ name, type, helpValue, allowNo, multiple }: FlagDescription): string {
  if (type === 'boolean') return allowNo ? `--[no-]${name}` : `--${name}`
  return `--${name} ${helpValue ?? 'VALUE'}${multiple ? ' …' : ''}`
}

function settingsPage(): string {
  const rows = Object.values(SETTINGS).map(({ name, flag, type, defaultText, meaning }) => [
    `\`${name}\``,
    flag === undefined ? '' : `\`--${flag}\``,
    type,
    defaultText,
    meaning,
  ])
  return page('Settings', [
    'Settings come from the environment. A flag beats its variable; a variable that is empty counts as unset. A value ' +
      'that cannot be read ends the command with exit code 2 and names the setting.',
    table(['Variable', 'Flag', 'Value', 'Default', 'Meaning'], rows),
    '`--dataset` is a flag of every command that answers from a corpus; `--url`, `--public-key` and ' +
      '`--max-failed` are flags of commands of `legal-text corpus`; the other flags are those of ' +
      '`legal-text http` and of `dist/server.js`. [Datasets](datasets.md) tells what is downloaded when.',
    'Also honoured: `XDG_CACHE_HOME` (where [the cache](datasets.md#the-cache) is), `HTTP_PROXY`, `HTTPS_PROXY` and ' +
      '`NO_PROXY` (for downloads), `NO_COLOR` (no colours), `COLUMNS` (width where there is no terminal), `NODE_COMPILE_CACHE` and ' +
      '`NODE_DISABLE_COMPILE_CACHE` (where Node.js keeps compiled code, and whether).',
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
      'with 3 where a citation is not verified; stdout then carries its findings, not an error.',
  ])
}

const words = (id: string) => id.replaceAll(':', ' ')
const page = (title: string, parts: string[]) => `${[`# ${title}`, GENERATED, ...parts.filter(Boolean)].join('\n\n')}\n`
const fence = (language: string, lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n')

function table(titles: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}
