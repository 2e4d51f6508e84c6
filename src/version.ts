import { packageDescription } from './package.ts'

/** Version of legal-text, `2.1.0`. */
export const { version } = packageDescription()
