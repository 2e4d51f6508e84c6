/** `lines`: each line is a text. `ndjson`: each is a JSON object that has one. */
export const LINE_FORMATS = ['lines', 'ndjson'] as const
export type LineFormat = (typeof LINE_FORMATS)[number]
