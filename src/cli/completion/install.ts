/** Completion of a shell and the manual page, where the shell and `man` look for them. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomic } from '../../files/write-atomic.ts'
import { say } from '../../i18n/texts.ts'
import { assetPath, readPackageFile } from '../../program/package.ts'
import { systemReason } from '../../program/system-error.ts'
import { LegalTextError } from '../../util/errors.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof SHELLS)[number]

/** A file with the content that it is to have. */
export interface WantedFile {
  file: string
  content: string
  /** Whether it has another content now, or none. */
  changes: boolean
  /** Whether the content goes to the end of a file of the user. */
  isAdded: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** The shell that a user has named, or that SHELL names. @throws LegalTextError `invalid_input` if there is none that is known */
export function shellOf(named: string | undefined, { SHELL = '' }: Environment): Shell {
  const name = named ?? basename(SHELL)
  const shell = SHELLS.find((each) => each === name)
  if (shell !== undefined) return shell
  const message = say`SHELL names no shell with completion (${SHELL || '-'}); name yours: legal-text install-completion bash`
  throw new LegalTextError('invalid_input', message)
}

/** The files of the completion, and the manual page in both languages. */
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

/** A file of the user, with lines at its end unless it has a mark of them. */
function withLines(file: string, content: string, mark: string): WantedFile {
  return { file, content, changes: !contentOf(file)?.includes(mark), isAdded: true }
}

/** Writes the files that change. @throws LegalTextError `invalid_input` if one cannot be written */
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
