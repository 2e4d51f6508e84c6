/** A process that holds a lock, or has a temporary file, until it is ended: `lock FILE MODE`, `temporary CACHE`. */
import { writeFileSync } from 'node:fs'
import { tryLock } from '../../src/dataset/lock.ts'
import { temporaryFile } from '../../src/dataset/temporary.ts'

const [what, path = '', mode] = process.argv.slice(2)
if (what === 'lock') {
  process.stdout.write(tryLock(path, mode === 'shared' ? 'shared' : 'exclusive') ? 'held\n' : 'taken\n')
} else {
  const file = temporaryFile(path, 'part.sqlite')
  writeFileSync(file, 'half')
  writeFileSync(`${file}-journal`, 'half')
  process.stdout.write(`${file}\n`)
}
setInterval(() => {}, 1000)
