/** Measured servers, in processes of their own (Linux: usage is read from /proc). */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ServerProcess {
  child: ChildProcess
  /** Base URL: `http://127.0.0.1:8001`. */
  url: string
}

/** Clock ticks per second, the unit of processor times. */
const TICKS = 100

/**
 * Starts a program that prints its address; its other output is passed on.
 * @param processors CPU affinity, such as `0` or `0-1`; all by default
 */
export function startServer(args: string[], processors?: string): Promise<ServerProcess> {
  const command = [process.execPath, ...args]
  const [program = '', ...rest] = processors === undefined ? command : ['taskset', '--cpu-list', processors, ...command]
  const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'pipe'] })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}`)))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const url = /^Listening on (http:\S+)/m.exec(text)?.[1]
      if (url === undefined) process.stderr.write(text)
      else resolve({ child, url })
    })
  })
}

/** Processor time of a server and its workers, in seconds. */
export const processorTime = (server: ServerProcess) => timeOf(ofProcesses(server, 'stat'))

/** Processor time of all processes of a program, in seconds. @param program its name, at most 15 letters */
export const processorTimeOf = (program: string) =>
  timeOf(processes().flatMap((name) => (read(name, 'comm') === `${program}\n` ? read(name, 'stat') : [])))

/** @param stats https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function timeOf(stats: readonly string[]): number {
  const ticks = stats.filter(Boolean).map((stat) => {
    // Fields 12 and 13 after the name, which may contain anything: user and system time.
    const fields = stat.replace(/^.*\) /s, '').split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS
}

/** Memory of a server and its workers in MiB, without mapped files. */
export function ownMemory(server: ServerProcess): number {
  const kilobytes = ofProcesses(server, 'status').map((status) => Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024)
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

/** A /proc file of a process and its children. */
function ofProcesses({ child }: ServerProcess, file: string): string[] {
  return processes()
    .filter((name) => Number(name) === child.pid || parentOf(name) === child.pid)
    .map((name) => read(name, file))
    .filter((text) => text !== '')
}

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

const parentOf = (name: string) => Number(/^PPid:\s+(\d+)/m.exec(read(name, 'status'))?.[1])

/** Empty if the process has ended. */
function read(name: string, file: string): string {
  try {
    return readFileSync(`/proc/${name}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
