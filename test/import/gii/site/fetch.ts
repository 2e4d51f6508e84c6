/** Fetches the laws of a site until it is killed: `node fetch.ts URL FILE`. */
import { fetchLaws, openLawStore } from '../../../../src/import/gii/site/fetch-laws.ts'
import { quickClient } from '../../../download/server.ts'

const [, , baseUrl = '', file = ''] = process.argv
const store = openLawStore(file, baseUrl)
await fetchLaws({ baseUrl, store, client: quickClient() })
store.close()
