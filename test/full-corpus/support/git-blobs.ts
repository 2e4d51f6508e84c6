/** Files of a git repository, read without a working tree. */
import { execa } from 'execa'

/** All `.xml` files of all commits, each content once. */
export async function listBlobs(repository: string): Promise<{ id: string; path: string }[]> {
  const { stdout } = await execa('git', ['--git-dir', repository, 'rev-list', '--all', '--objects'])
  return stdout.split('\n').flatMap((line) => {
    const [, id, path] = /^(\w+) (.+\.xml)$/.exec(line) ?? []
    return id === undefined || path === undefined ? [] : [{ id, path }]
  })
}
