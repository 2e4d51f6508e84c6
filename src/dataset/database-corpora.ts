/** The corpora of a database; the client is loaded only when it is used. */
import type { CorporaReport, RowsReport } from '../postgres/manage.ts'
import type { WorkOptions } from './options.ts'

export type CorporaList = CorporaReport
export type DatabaseCheck = RowsReport
export type DatabasePruning = { database: string; removed: string[]; kept: string[] }

const manage = () => import('../postgres/manage.ts')

/** The corpora of a database, newest first. @throws LegalTextError `not_ready` */
export const listDatabase = async (address: string): Promise<CorporaList> => (await manage()).listCorpora(address)

/** Compares the rows of the current corpus with those that were published. @throws LegalTextError `not_ready` */
export async function checkDatabase(address: string, { signal }: WorkOptions): Promise<DatabaseCheck> {
  return (await manage()).verifyCorpus(address, { signal })
}

/** Removes old corpora. @param keep how many stay @throws LegalTextError `not_ready` */
export async function pruneDatabase(address: string, keep: number): Promise<DatabasePruning> {
  return (await manage()).pruneCorpora(address, keep)
}
