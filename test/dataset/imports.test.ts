import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { packageRoot } from '../../src/package.ts'

const MOST_LEVELS = 7

test('the longest chain of imports within the dataset has seven files, types included', () => {
  const folder = join(packageRoot, 'src', 'dataset')
  const chains = new Map<string, string[]>()
  const longestFrom = (file: string): string[] => {
    const known = chains.get(file)
    if (known !== undefined) return known
    const code = readFileSync(join(folder, file), 'utf8').replace(/^ *(\/\*\*|\*|\/\/).*$/gm, '')
    const imports = code.matchAll(/(?:^(?:import|export)\b[^;'"]*?\bfrom |\bimport\(\s*)'\.\/([^']+)'/gm)
    const chain = [file, ...Array.from(imports, ([, name = '']) => longestFrom(name)).reduce(longer, [])]
    chains.set(file, chain)
    return chain
  }
  const longest = globSync('*.ts', { cwd: folder }).map(longestFrom).reduce(longer)
  assert(longest.length <= MOST_LEVELS, longest.join(' -> '))
})

function longer(one: string[], other: string[]): string[] {
  return other.length > one.length ? other : one
}
