/**
 * A process that holds a lock (`lock FILE MODE`) or a temporary file (`temporary CACHE`) until it is ended; or takes a lock
 * repeatedly and reports whether another process ever held it at the same time (`turns FILE COUNT`).
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
