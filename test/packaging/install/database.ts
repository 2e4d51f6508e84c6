import assert from 'node:assert/strict'
import { PostgresServer, skip } from '../../store/postgres/server.ts'
import type { Place } from './place.ts'

/** Publishes the sample in a database, and queries it there; skips with a message without PostgreSQL. */
export async function tryDatabase(place: Place): Promise<void> {
  if (skip !== false) return console.log(`Databases are left out: ${skip}`)
  const server = await PostgresServer.start()
  try {
    const address = await server.createDatabase()
    const publish = () => JSON.parse(place.legalText('corpus', 'publish', 'starter', '--to', address, '--json'))
    assert.equal(publish().copied, true)
    assert.equal(publish().copied, false)
    const ask = (...words: string[]) => place.legalText(...words, '--dataset', address)
    // In a database the sample has a date, as does every corpus there.
    const { corpus_date, ...norm } = JSON.parse(ask('norm', '§ 1 MSGB', '--json'))
    assert.match(corpus_date, /^\d{4}-\d\d-\d\d$/)
    assert.deepEqual(norm, JSON.parse(place.legalText('norm', '§ 1 MSGB', '--json', '--dataset', 'starter')))
    assert.match(ask('search', 'Kündigung'), /§ 16 Ordentliche Kündigung/)
    assert.match(ask('grep', 'Hafenmeisterei'), /Hafenmeisterei/)
    assert.match(place.legalText('corpus', 'verify', address), /the rows are those that were published/)
  } finally {
    await server.remove()
  }
}
