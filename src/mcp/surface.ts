/** What legal-text offers to clients of the protocol. */
import { completions } from './completions.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import type { Surface } from './server.ts'
import { tools } from './tools.ts'

export const surface: Surface = { tools, resources, prompts, completions }
