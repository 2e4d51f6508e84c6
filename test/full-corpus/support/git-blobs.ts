/** Files of a git repository, read without a working tree. */
import { execa } from 'execa'

/** All files of all states whose path ends with `.xml`, each content once. */
export async function listBlobs(repository: string): Promise<{ id: string; path: string }[]> {
  const { stdout } = await execa('git', ['--git-dir', repository, 'rev-list', '--all', '--objects'])
  return stdout.split('\n').flatMap((line) => {
    const [, id, path] = /^(\w+) (.+\.xml)$/.exec(line) ?? []
    return id === undefined || path === undefined ? [] : [{ id, path }]
  })
}

/** The contents of some files, in the order of their ids. */
export async function* readBlobs(repository: string, ids: readonly string[]): AsyncGenerator<Buffer> {
  const process = execa('git', ['--git-dir', repository, 'cat-file', '--batch'], {
    input: ids.join('\n'),
    encoding: 'buffer',
    buffer: false,
  })
  const end = process.catch((error: Error) => error)
  let held: Buffer = Buffer.alloc(0)
  const parts: Buffer[] = []
  let missing = 0
  let size: number | undefined
  for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
    parts.push(chunk)
    missing -= chunk.length
    if (missing > 0) continue
    held = Buffer.concat([held, ...parts.splice(0)])
    for (;;) {
      if (size === undefined) {
        const line = held.indexOf(0x0a)
        if (line < 0) break
        size = Number(held.toString('latin1', 0, line).split(' ')[2])
        held = held.subarray(line + 1)
      }
      if (held.length <= size) break
      yield held.subarray(0, size)
      held = held.subarray(size + 1)
      size = undefined
    }
    missing = size === undefined ? 0 : size + 1 - held.length
  }
  const failed = await end
  if (failed instanceof Error) throw failed
}
