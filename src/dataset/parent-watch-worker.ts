/** Worker thread: ends its process once the process that started it has ended. */
import { workerData } from 'node:worker_threads'

/** How often to look, in milliseconds. */
const INTERVAL = 1000

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL')
}, INTERVAL)
