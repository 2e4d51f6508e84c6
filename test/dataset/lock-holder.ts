/**
 * A process that holds a lock, or has a temporary file, until it is ended: `lock FILE MODE`, `temporary CACHE`; or takes
 * a lock again and again, and tells whether it ever met another who had it, too: `turns FILE COUNT`.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { lock, tryLock } from '../../src/dataset/lock.ts'
import { temporaryFile } from '../../src/dataset/temporary.ts'

const [what, path = '', mode] = process.argv.slice(2)
if (what === 'lock') {
  process.stdout.write(tryLock(path, mode === 'shared' ? 'shared' : 'exclusive') ? 'held\n' : 'taken\n')
} else if (what === 'turns') {
  process.stdout.write(`${await turns(Number(mode))}\n`)
} else {
  const file = temporaryFile(path, 'part.sqlite')
  writeFileSync(file, 'half')
  writeFileSync(`${file}-journal`, 'half')
  process.stdout.write(`${file}\n`)
}
setInterval(() => {}, 1000)

async function turns(count: number): Promise<string> {
  for (let turn = 0; turn < count; turn++) {
    using _ = await lock(path, 'exclusive', { poll: 1 })
    try {
      writeFileSync(`${path}.taken`, '', { flag: 'wx' })
    } catch {
      return 'not alone'
    }
    rmSync(`${path}.taken`)
  }
  return 'alone'
}
