/** The surface of legal-text for clients of the protocol. */
import { catalogue } from '../operations/catalogue.ts'
import type { Operation } from '../operations/operation.ts'
import { completions } from './completions.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import type { Surface } from './server.ts'
import type { DefinedTool } from './tool.ts'
import { tools, toolsOf } from './tools.ts'

export const surface: Surface = { tools, resources, prompts, completions }

/** The surface with the operations and tools of a program. */
export const surfaceWith = (operations: readonly Operation[], own: readonly DefinedTool[]): Surface => ({
  ...surface,
  tools: toolsOf([...catalogue, ...operations], own),
})
