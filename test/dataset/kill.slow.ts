import { test } from 'node:test'
import { killConversions, killServers, killUpdates } from './kill.ts'

test('a download or build that is killed leaves the old corpus, and nothing that stays', (t) => killUpdates(t, 8, 1))
test('a conversion that is killed leaves nothing that stays', () => killConversions(4, 2))
test('a server that is killed leaves its file and its copies whole', () => killServers(4, 3))
