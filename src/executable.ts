/** The single executable: the command line, and the modules that it runs as processes. */
import { main } from './cli.ts'
import { RUN_MODULE } from './program/package.ts'

const PROCESSES: Readonly<Record<string, () => Promise<unknown>>> = {
  'dataset/obtain-child': () => import('./dataset/obtain-child.ts'),
  'http/workers/worker': () => import('./http/workers/worker.ts'),
}

/** Runs a command line. @param words after the name of the program */
export function run(words: string[]): Promise<unknown> {
  const [first, name = ''] = words
  const module = first === RUN_MODULE && process.connected ? PROCESSES[name] : undefined
  return module === undefined ? main(words) : module()
}
