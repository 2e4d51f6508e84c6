/** A place that the package is installed in, and one Node.js that runs it there. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export class Place {
  /** Where its programs run. */
  readonly folder: string
  /** The file of the Node.js that is first in its path. */
  readonly node: string
  /** The program, as the shell would find it. */
  readonly program: string
  /** What programs see: a path, and a home, a cache and a folder for temporary files of its own. */
  readonly env: NodeJS.ProcessEnv

  constructor(folder: string, node: string, program: string) {
    this.folder = folder
    this.node = node
    this.program = program
    this.env = {
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      HOME: this.own('home'),
      TMPDIR: this.own('tmp'),
      XDG_CACHE_HOME: this.own('cache'),
    }
  }

  /** A folder of its own, beside that where its programs run. */
  own(name: 'home' | 'tmp' | 'cache'): string {
    const folder = `${this.folder}-${name}`
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** Runs npm on this Node.js, with the settings and the cache that the user has for it. */
  npm(...args: string[]): string {
    return this.run('npm', args, this.#npmEnv())
  }

  /** As {@link npm}. @returns what npm says on stderr */
  npmWarnings(...args: string[]): string {
    const options = { cwd: this.folder, env: this.#npmEnv(), encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('npm', args, options)
    assert.equal(status, 0, stderr)
    return stderr
  }

  #npmEnv(): NodeJS.ProcessEnv {
    return { ...process.env, ...this.env, HOME: process.env.HOME }
  }

  run(program: string, args: string[], env = this.env): string {
    const stdio = ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[]
    return execFileSync(program, args, { cwd: this.folder, env, encoding: 'utf8', stdio, maxBuffer: 1e8 })
  }

  /** @param input what the program reads */
  runWith(input: string, program: string, args: string[]): string {
    return execFileSync(program, args, { cwd: this.folder, env: this.env, encoding: 'utf8', input })
  }

  legalText(...args: string[]): string {
    return this.run(this.program, args)
  }

  start(program: string, args: string[]): ChildProcess {
    return spawn(program, args, { cwd: this.folder, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** The path of a file in the folder. */
  path(...names: string[]): string {
    return join(this.folder, ...names)
  }
}
