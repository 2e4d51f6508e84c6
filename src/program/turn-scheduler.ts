/**
 * Shares the thread among requests that must be computed. The event loop accepts one connection and reads what has arrived
 * between two turns of computing, so that neither new connections nor ready responses wait for long computations.
 */
import { computeInTurns, type SharedComputing } from './turns.ts'

/** How long tasks compute in one turn of the event loop, in milliseconds. */
const SLICE = 3
/** Tasks that are begun and not done, of all clients: each holds memory. */
const MOST_BEGUN = 8
/**
 * Turns in a row that are left to new connections. libuv accepts one in each: of 200 that come at once, the last would wait
 * for 200 slices.
 */
const MOST_SKIPPED = 32

/** What a scheduler needs of its surroundings. */
export interface SchedulerOptions {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Calls back in the next turn of the event loop, after its I/O. */
  defer?: (callback: () => void) => void
}

/** Conditions of a task that has not begun. */
export interface TaskOptions {
  /** Asked before it begins: if nobody wants it any longer, its promise stays pending. */
  isWanted?: () => boolean
  /** Whether it may begin now. When that changes, call {@link TurnScheduler.wake}. */
  mayBegin?: () => boolean
}

/** A request that is being computed, or waits for that. */
interface Task extends SharedComputing {
  readonly client: string
  readonly options: TaskOptions
  readonly begin: () => void
  /** The promise of its next turn, and what resolves it. */
  next: PromiseWithResolvers<void> | undefined
}

/** The tasks of one client that can go on. */
interface Client {
  readonly begun: Task[]
  readonly waiting: Task[]
}

/**
 * Clients take turns, however many tasks each has. A client's begun task goes on before its next one begins. A task that
 * waits for something else, such as a remote engine, does not keep others from computing.
 */
export class TurnScheduler {
  readonly #now: () => number
  readonly #defer: (callback: () => void) => void
  /** Clients with tasks that can go on, in the order of their turns. */
  readonly #clients = new Map<string, Client>()
  /** Number of begun tasks among them. */
  #begun = 0
  #running = 0
  /** The task whose turn it is, unless it waits for something else. */
  #current: Task | undefined
  /** When the slice of this turn of the event loop is over; 0 before it begins. */
  #sliceEnd = 0
  #isDeferred = false
  /** Whether a connection was accepted in this turn of the event loop. */
  #hasAccepted = false
  #skipped = 0

  constructor({ now = () => performance.now(), defer = setImmediate }: SchedulerOptions = {}) {
    this.#now = now
    this.#defer = defer
  }

  /** Computes something at once or, if others wait or this turn is used up, when it is the client's turn. */
  run<Result>(client: string, compute: () => Promise<Result>, options: TaskOptions = {}): Promise<Result> {
    if (this.#clients.size === 0 && !this.#isOver() && options.mayBegin?.() !== false) {
      return this.#compute(
        this.#task(client, options, () => undefined),
        compute,
      )
    }
    return new Promise((resolve, reject) => {
      const task = this.#task(client, options, () => this.#compute(task, compute).then(resolve, reject))
      this.#clientOf(client).waiting.push(task)
      this.wake()
    })
  }

  /** Leaves the rest of this turn to connections: where one was accepted, more may wait. */
  noteConnection(): void {
    this.#hasAccepted = true
    this.wake()
  }

  /** Looks in the next turn of the event loop for tasks that can go on. */
  wake(): void {
    if (this.#isDeferred) return
    this.#isDeferred = true
    this.#defer(this.#beginTurn)
  }

  /** Tasks that have begun and are not done, and those that wait to begin. */
  get load(): { running: number; waiting: number } {
    const waiting = [...this.#clients.values()].reduce((sum, client) => sum + client.waiting.length, 0)
    return { running: this.#running, waiting }
  }

  #task(client: string, options: TaskOptions, begin: () => void): Task {
    const task: Task = { client, options, begin, next: undefined, pause: () => this.#pause(task) }
    return task
  }

  #compute<Result>(task: Task, compute: () => Promise<Result>): Promise<Result> {
    this.#beginSlice()
    this.#current = task
    this.#running++
    const result = computeInTurns(task, compute)
    // The response is sent before the next task computes.
    const end = () => {
      this.#running--
      queueMicrotask(() => this.#yield(task))
    }
    result.then(end, end)
    return result
  }

  #pause(task: Task): Promise<void> | undefined {
    // Steps of a task that run side by side pause together.
    if (task.next !== undefined) return task.next.promise
    if (!this.#isOver()) {
      this.#beginSlice()
      return undefined
    }
    task.next = Promise.withResolvers()
    this.#clientOf(task.client).begun.push(task)
    this.#begun++
    this.#yield(task)
    return task.next.promise
  }

  /** True if no task may compute any longer in this turn of the event loop. */
  #isOver(): boolean {
    if (this.#hasAccepted && this.#skipped < MOST_SKIPPED) return true
    return this.#sliceEnd !== 0 && this.#now() >= this.#sliceEnd
  }

  #beginSlice(): void {
    if (this.#sliceEnd !== 0) return
    this.#sliceEnd = this.#now() + SLICE
    this.wake()
  }

  readonly #beginTurn = (): void => {
    this.#isDeferred = false
    this.#sliceEnd = 0
    this.#current = undefined
    const isSkipped = this.#hasAccepted && this.#skipped < MOST_SKIPPED
    this.#skipped = isSkipped ? this.#skipped + 1 : 0
    this.#hasAccepted = false
    if (isSkipped) {
      if (this.#clients.size > 0) this.wake()
    } else this.#continue()
  }

  /** Ends the turn of a task. */
  #yield(task: Task): void {
    if (this.#current !== task) return
    this.#current = undefined
    this.#continue()
  }

  /** Lets the next task compute, unless this turn is over. */
  #continue(): void {
    if (this.#clients.size === 0) return
    if (!this.#isOver()) {
      const task = this.#next()
      if (task === undefined) return
      if (task.next === undefined) task.begin()
      else this.#resume(task, task.next)
    }
    // A task that waits for something else does not tell when it stops computing.
    if (this.#clients.size > 0) this.wake()
  }

  #resume(task: Task, { resolve }: PromiseWithResolvers<void>): void {
    this.#beginSlice()
    this.#current = task
    task.next = undefined
    resolve()
  }

  /** Takes the next task of the first client that has one which may go on. That client comes last then. */
  #next(): Task | undefined {
    for (const [name, client] of this.#clients) {
      const task = this.#nextOf(client)
      if (task !== undefined || client.begun.length + client.waiting.length === 0) this.#clients.delete(name)
      if (task === undefined) continue
      if (client.begun.length + client.waiting.length > 0) this.#clients.set(name, client)
      return task
    }
  }

  #nextOf({ begun, waiting }: Client): Task | undefined {
    const task = begun.shift()
    if (task !== undefined) {
      this.#begun--
      return task
    }
    for (let index = 0; index < waiting.length && this.#begun < MOST_BEGUN; index++) {
      const { isWanted, mayBegin } = (waiting[index] as Task).options
      if (isWanted?.() === false) waiting.splice(index--, 1)
      else if (mayBegin?.() !== false) return waiting.splice(index, 1)[0]
    }
  }

  #clientOf(name: string): Client {
    let client = this.#clients.get(name)
    if (client === undefined) {
      client = { begun: [], waiting: [] }
      this.#clients.set(name, client)
    }
    return client
  }
}

/** The scheduler of this thread. */
export const threadTurns = new TurnScheduler()
