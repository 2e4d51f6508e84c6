/**
 * Scheduling of requests: clients take turns, however many requests each has. Short work runs in this thread, some milliseconds in
 * each turn of the event loop, which accepts connections and sends finished responses in between. Long work waits for a thread of
 * `apart.ts`.
 */

/** Time slice of tasks in one turn of the event loop, in milliseconds. The task that exceeds it is completed. */
const SLICE = 3
/** Turns in a row left to new connections. libuv accepts one in each: of 200 simultaneous ones, the last would wait for 200 slices. */
const MOST_SKIPPED = 32

/** Conditions of a waiting task. */
export interface TaskOptions {
  /** Called before it begins: if nobody wants it any more, its promise stays pending. */
  isWanted?: () => boolean
  /** True if it may begin now. On a change, call {@link TaskQueue.wake}. */
  mayBegin?: () => boolean
}

interface Task {
  readonly options: TaskOptions
  readonly begin: () => void
}

/** Tasks that wait, one client after the other. */
export abstract class TaskQueue {
  /** Clients with waiting tasks, in the order of their turns. */
  readonly #clients = new Map<string, Task[]>()
  #running = 0

  /** True if a task of a client may begin. */
  protected abstract isFree(client: string): boolean
  /** Begins waiting tasks, now or soon. */
  abstract wake(): void
  protected abstract hasBegun(client: string): void
  protected abstract hasEnded(client: string): void

  /** Runs a task at once or, if others wait, when it is the client's turn. */
  run<Result>(client: string, compute: () => Promise<Result>, options: TaskOptions = {}): Promise<Result> {
    if (this.#clients.size === 0 && this.isFree(client) && options.mayBegin?.() !== false)
      return this.#compute(client, compute)
    return new Promise((resolve, reject) => {
      const tasks = this.#clients.get(client) ?? []
      tasks.push({ options, begin: () => this.#compute(client, compute).then(resolve, reject) })
      this.#clients.set(client, tasks)
      this.wake()
    })
  }

  /** Numbers of running and waiting tasks. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: [...this.#clients.values()].reduce((sum, { length }) => sum + length, 0) }
  }

  protected get hasWaiting(): boolean {
    return this.#clients.size > 0
  }

  /** Begins the next task. @returns false if none may begin */
  protected beginNext(): boolean {
    for (const [client, tasks] of this.#clients) {
      const task = this.isFree(client) ? nextOf(tasks) : undefined
      if (task !== undefined || tasks.length === 0) this.#clients.delete(client)
      if (task === undefined) continue
      if (tasks.length > 0) this.#clients.set(client, tasks)
      task.begin()
      return true
    }
    return false
  }

  #compute<Result>(client: string, compute: () => Promise<Result>): Promise<Result> {
    this.#running++
    this.hasBegun(client)
    const result = compute()
    // The response is sent before the next task computes.
    const end = () => {
      this.#running--
      queueMicrotask(() => this.hasEnded(client))
    }
    result.then(end, end)
    return result
  }
}

/** Takes the first task that may begin. Tasks that nobody wants are dropped. */
function nextOf(tasks: Task[]): Task | undefined {
  for (let index = 0; index < tasks.length; index++) {
    const { isWanted, mayBegin } = (tasks[index] as Task).options
    if (isWanted?.() === false) tasks.splice(index--, 1)
    else if (mayBegin?.() !== false) return tasks.splice(index, 1)[0]
  }
}

/** A queue of tasks for threads, one per client at a time. */
export class TaskLane extends TaskQueue {
  readonly #most: number
  readonly #busy = new Set<string>()

  /** @param most maximum number of running tasks */
  constructor(most: number) {
    super()
    this.#most = most
  }

  protected isFree(client: string): boolean {
    return this.#busy.size < this.#most && !this.#busy.has(client)
  }

  wake(): void {
    while (this.beginNext());
  }

  protected hasBegun(client: string): void {
    this.#busy.add(client)
  }

  /** Begins the next task in the next turn of the event loop: of hundreds refused at once, each has a turn. */
  protected hasEnded(client: string): void {
    setImmediate(() => {
      this.#busy.delete(client)
      this.wake()
    })
  }
}

/** Clock and event loop of the scheduler. */
export interface SchedulerOptions {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  /** Calls back in the next turn of the event loop, after its I/O. */
  defer?: (callback: () => void) => void
}

/** Tasks of this thread, for some milliseconds in each turn of the event loop. */
export class TurnScheduler extends TaskQueue {
  readonly #now: () => number
  readonly #defer: (callback: () => void) => void
  /** True while a task computes. One that still runs in the next turn waits for something else. */
  #isComputing = false
  /** End of the slice of this turn of the event loop; 0 before it begins. */
  #sliceEnd = 0
  #isDeferred = false
  /** True if a connection was accepted in this turn of the event loop. */
  #hasAccepted = false
  #skipped = 0

  constructor({ now = () => performance.now(), defer = setImmediate }: SchedulerOptions = {}) {
    super()
    this.#now = now
    this.#defer = defer
  }

  /** Leaves the rest of this turn to connections: after one, more may wait. */
  noteConnection(): void {
    this.#hasAccepted = true
    this.wake()
  }

  wake(): void {
    if (this.#isDeferred) return
    this.#isDeferred = true
    this.#defer(this.#beginTurn)
  }

  protected isFree(): boolean {
    if (this.#isComputing || (this.#hasAccepted && this.#skipped < MOST_SKIPPED)) return false
    return this.#sliceEnd === 0 || this.#now() < this.#sliceEnd
  }

  protected hasBegun(): void {
    this.#isComputing = true
    if (this.#sliceEnd !== 0) return
    this.#sliceEnd = this.#now() + SLICE
    this.wake()
  }

  protected hasEnded(): void {
    this.#isComputing = false
    this.#continue()
  }

  readonly #beginTurn = (): void => {
    this.#isDeferred = false
    this.#sliceEnd = 0
    this.#isComputing = false
    const isSkipped = this.#hasAccepted && this.#skipped < MOST_SKIPPED
    this.#skipped = isSkipped ? this.#skipped + 1 : 0
    this.#hasAccepted = false
    if (!isSkipped) this.#continue()
    else if (this.hasWaiting) this.wake()
  }

  #continue(): void {
    if (!this.hasWaiting) return
    if (this.isFree()) this.beginNext()
    if (this.hasWaiting) this.wake()
  }
}

/** Place of a computation: this thread, or one for answers, for scans or for long texts. */
export type Place = 'here' | 'answers' | 'scans' | 'texts'

const here = new TurnScheduler()

/** Maximum number of answers computed in threads at once: one client never delays all others. */
export const MOST_ANSWERS = 2

const lanes: Readonly<Record<Place, TaskQueue>> = {
  here,
  answers: new TaskLane(MOST_ANSWERS),
  // A scan takes a whole processor.
  scans: new TaskLane(1),
  // A check may take 150 MB.
  texts: new TaskLane(1),
}

/** The computing of this process. */
export const computing = {
  /** Computes in turns with other clients; see {@link TaskQueue.run}. */
  run<Result>(place: Place, client: string, compute: () => Promise<Result>, options?: TaskOptions): Promise<Result> {
    return lanes[place].run(client, compute, options)
  },
  /** Looks for tasks that may begin. */
  wake(): void {
    for (const lane of Object.values(lanes)) lane.wake()
  },
  noteConnection: (): void => here.noteConnection(),
  get load(): { running: number; waiting: number } {
    const loads = Object.values(lanes).map(({ load }) => load)
    return {
      running: loads.reduce((sum, { running }) => sum + running, 0),
      waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
    }
  },
}
