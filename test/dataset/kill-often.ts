/** As `kill.slow.ts`, at fifty moments; run by hand, since it takes minutes. */
import { test } from 'node:test'
import { killConversions, killServers, killUpdates } from './kill.ts'

test('30 downloads and builds that are killed', (t) => killUpdates(t, 30, 11))
test('10 conversions that are killed', () => killConversions(10, 12))
test('10 servers that are killed', () => killServers(10, 13))
