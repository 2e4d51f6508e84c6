/** A place where the package is installed, with the Node.js that runs it. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export class Place {
  /** Working directory of its programs. */
  readonly folder: string
  /** The Node.js binary that comes first in its PATH. */
  readonly node: string
  /** Path of the program, as the shell would find it. */
  readonly program: string
  /** Environment of programs: PATH, and a separate home, cache and temporary folder. */
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

  /** A new folder, beside the working directory of its programs. */
  own(name: 'home' | 'tmp' | 'cache'): string {
    const folder = `${this.folder}-${name}`
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** Runs npm on this Node.js, with the user's settings and cache. */
  npm(...args: string[]): string {
    return this.run('npm', args, this.#npmEnv())
  }

  /** As {@link npm}. @returns npm's output on stderr */
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

  /** @param input standard input of the program */
  runWith(input: string, program: string, args: string[]): string {
    return execFileSync(program, args, { cwd: this.folder, env: this.env, encoding: 'utf8', input })
  }

  legalText(...args: string[]): string {
    return this.run(this.program, args)
  }

  start(program: string, args: string[]): ChildProcess {
    return spawn(program, args, { cwd: this.folder, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Path of a file in the folder. */
  path(...names: string[]): string {
    return join(this.folder, ...names)
  }
}
