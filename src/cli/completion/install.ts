/** Installs the completion of a shell and the manual page where the shell and `man` look for them. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import { assetPath, readPackageFile } from '../../program/package.ts'
import { systemReason } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

/** A file with its wanted content. */
export interface WantedFile {
  file: string
  content: string
  /** True if it is missing or has another content. */
  changes: boolean
  /** True if the content is appended to a file of the user. */
  isAdded: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** The shell that a user has named, or that SHELL names. @throws LegalTextError `invalid_input` for an unknown shell */
export function shellOf(named: string | undefined, { SHELL = '' }: Environment): Shell {
  const name = named ?? basename(SHELL)
  const shell = SHELLS.find((each) => each === name)
  if (shell !== undefined) return shell
  const message = say`SHELL names no shell with completion (${SHELL || '-'}); name yours: legal-text install-completion bash`
  throw new LegalTextError('invalid_input', message)
}

/** The completion files, and the manual page in both languages. */
export function wantedFiles(shell: Shell, environment: Environment): WantedFile[] {
  const home = environment.HOME ?? environment.USERPROFILE ?? ''
  const data = environment.XDG_DATA_HOME || join(home, '.local', 'share')
  const config = environment.XDG_CONFIG_HOME || join(home, '.config')
  const zsh = environment.ZDOTDIR || home
  const scripts: Record<Shell, string> = {
    bash: join(data, 'bash-completion', 'completions', 'legal-text'),
    zsh: join(home, '.zfunc', '_legal-text'),
    fish: join(config, 'fish', 'completions', 'legal-text.fish'),
  }
  const packaged = (file: string, name: string) => wanted(file, textOf(name))
  return [
    packaged(scripts[shell], `completion/legal-text.${shell}`),
    ...(shell === 'zsh' ? [withLines(join(zsh, '.zshrc'), textOf('completion/legal-text.zshrc'), '.zfunc')] : []),
    packaged(join(data, 'man', 'man1', 'legal-text.1'), 'legal-text.1'),
    packaged(join(data, 'man', 'de', 'man1', 'legal-text.1'), 'man/de/man1/legal-text.1'),
  ]
}

const textOf = (name: string) => readPackageFile(assetPath(name))

const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function wanted(file: string, content: string): WantedFile {
  return { file, content, changes: contentOf(file) !== content, isAdded: false }
}

/** A file of the user, with lines appended unless it contains their mark. */
function withLines(file: string, content: string, mark: string): WantedFile {
  return { file, content, changes: !contentOf(file)?.includes(mark), isAdded: true }
}

/** Writes the changed files. @throws LegalTextError `invalid_input` if one cannot be written */
export function install(files: readonly WantedFile[]): void {
  for (const { file, content, isAdded } of files.filter(({ changes }) => changes)) {
    try {
      mkdirSync(dirname(file), { recursive: true })
      if (isAdded) appendFileSync(file, content)
      else writeFileAtomic(file, content)
    } catch (error) {
      const message = say`cannot write ${file}: ${systemReason(error)}`
      throw new LegalTextError('invalid_input', message, {}, { cause: error })
    }
  }
}
