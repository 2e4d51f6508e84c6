/** Git repositories of invented laws. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files of a commit by path; `null` removes one. */
export type Files = Record<string, string | Uint8Array | null>

export class TestRepository {
  readonly path: string

  constructor(path: string) {
    this.path = path
    mkdirSync(path, { recursive: true })
    this.git('init', '--quiet', '--initial-branch=main')
  }

  /** Commits files. @param day committer date, at noon UTC */
  commit(day: string, files: Files): string {
    for (const [name, text] of Object.entries(files)) {
      const file = join(this.path, name)
      mkdirSync(dirname(file), { recursive: true })
      if (text === null) rmSync(file)
      else writeFileSync(file, text)
    }
    this.git('add', '--all')
    this.git('commit', '--quiet', '--allow-empty', '--message', day, { day })
    return this.git('rev-parse', 'HEAD')
  }

  git(...parameters: (string | { day: string })[]): string {
    const command = parameters.filter((each) => typeof each === 'string')
    const { day } = parameters.find((each) => typeof each !== 'string') ?? { day: '2024-01-01' }
    const date = `${day}T12:00:00Z`
    const environment = {
      PATH: process.env.PATH,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    }
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...identity, ...command], { cwd: this.path, env: environment, encoding: 'utf8' }).trim()
  }
}
