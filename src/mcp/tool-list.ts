/** The tools as clients see them. The list is made when the package is built: its schemas would take longer than a call. */
import { readFileSync } from 'node:fs'
import { assetPath } from '../package.ts'
import type { Tool as ToolListing } from './sdk.ts'

/** The file with the list. */
export const TOOL_LIST = 'mcp-tools.json'

let listed: ReadonlyMap<string, ToolListing> | undefined

export function listedTool(name: string): ToolListing {
  listed ??= new Map(
    (JSON.parse(readFileSync(assetPath(TOOL_LIST), 'utf8')) as ToolListing[]).map((tool) => [tool.name, tool]),
  )
  const found = listed.get(name)
  if (found === undefined) throw new Error(`${TOOL_LIST} lacks ${name}; npm run build makes it`)
  return found
}
