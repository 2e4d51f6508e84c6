/** Inputs that several tools have: those of the operations, described in fewer words, since each costs a model tokens. */
import { codeInput, asOfInput as dayInput, limitInput, nameInput, offsetInput } from '../operations/operation.ts'
import { codesInput } from '../operations/searched-laws.ts'

export const asOfInput = dayInput.describe('Day, `2024-06-30`.')
export const lawInput = codeInput.describe('Code or name: `bgb`.')
export const lawOfNormInput = codeInput.optional().describe('Law, if `norm` names none: `bgb`.')
export const lawsInput = codesInput.describe('Only these laws.')
/** A norm path or a designation, not described. */
export const normName = nameInput('a norm path or a designation', 300)
export const oneNormInput = normName.describe('`§ 433 Abs. 1 BGB`, `par:433`.')
export const skipInput = offsetInput.describe('')
/** @param usual number of entries */
export const mostInput = (maximum: number, usual: number) =>
  limitInput(maximum, usual).describe(`To ${maximum}; default ${usual}.`)
