/** The source families: the first that recognises an input reads it. */
import type { SourceFamily } from '../source.ts'
import { gii } from './gii/family.ts'
import { jsonPackage } from './package/family.ts'

export const FAMILIES: readonly SourceFamily[] = [jsonPackage, gii]
