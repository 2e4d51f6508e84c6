/** Makes archives of a folder for tests. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'

interface Member {
  name: string
  content: Buffer
}

/** Files of a folder, prefixed with the folder's name as in most archives. */
export function membersOf(folder: string, prefix = ''): Member[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name: prefix + name, content: readFileSync(join(folder, name)) }))
}

export async function tarOf(members: Member[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content } of members) archive.entry({ name }, content)
  archive.finalize()
  return buffer(archive)
}
