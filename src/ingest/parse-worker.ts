/** Worker thread: parses one document per message, with the parser of the family that `workerData` names. */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { FAMILIES } from './sources/families.ts'
import type { ParseRequest, ParseResponse } from './workers.ts'

const parse = await FAMILIES.find(({ name }) => name === workerData)?.loadParser?.()
if (parse === undefined) throw new Error(`the source family ${workerData} has no parser`)

parentPort?.on('message', ({ id, document, source }: ParseRequest) => {
  const bytes = () => (typeof source === 'string' ? readFileSync(source) : source)
  parentPort?.postMessage({ id, ...parse(document, bytes) } satisfies ParseResponse)
})
