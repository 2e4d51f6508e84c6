/** Schemas of single values that many records have. */
import * as z from 'zod'

export const text = z.string()
export const nullableText = z.string().nullable()

export const normStatus = z.enum(['in_force', 'repealed', 'not_yet_in_force'])
