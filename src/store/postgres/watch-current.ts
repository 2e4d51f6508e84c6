/** Watches the current corpus of a database. */
import { CATALOGUE, CHANNEL } from './catalogue.ts'
import { Pool } from './pool.ts'

/** Polling interval in milliseconds: not every engine of this protocol has notifications, and one may be lost. */
const INTERVAL = 1000

/**
 * Calls back with the id of the current corpus, at first sight and on every change. Nothing happens while the database does not
 * answer.
 * @throws LegalTextError `not_ready` if the address is invalid
 */
export async function watchCurrent(
  address: string,
  onCurrent: (id: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { pool } = await Pool.open(address, { most: 1, statementTimeout: 3 * INTERVAL })
  let seen: string | undefined
  let isLooking = false
  let listening: unknown
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const [row] = await pool.ask((database) => database.unsafe(`SELECT id FROM ${CATALOGUE}.current`))
      const id = row?.id as string | undefined
      if (id !== undefined && id !== seen) onCurrent(id)
      seen = id
    } catch {
      // Report the current corpus again once the database answers: it may not be open yet.
      seen = undefined
    } finally {
      isLooking = false
    }
    listen()
  }
  const listen = () => {
    const { database } = pool
    if (database === listening) return
    listening = database
    database.listen(CHANNEL, look, look).catch(() => undefined)
  }
  const timer = setInterval(look, INTERVAL).unref()
  listen()
  return {
    async close() {
      clearInterval(timer)
      await pool.end(1)
    },
  }
}
