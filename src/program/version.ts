import { packageDescription } from './package.ts'

/** Set by the build of the package. */
declare const PACKAGE_VERSION: string | undefined

/** Version of legal-text, `2.1.0`. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? packageDescription().version : PACKAGE_VERSION
