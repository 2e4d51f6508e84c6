/** Headers of all answers of the protocol: they depend on the body of the request, so that no cache in between may keep them. */
export const FIXED_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const
