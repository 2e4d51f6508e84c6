/** Marks that readers of documents put around a block quotation: those of interlinear annotations, which no other text has. */
export const BLOCK_QUOTATION = { open: '\ufff9', close: '\ufffb' } as const

/** Mark after a quotation that has a note, and before the text of the note. Notes are in the order of their references. */
export const NOTE_MARK = '\ufffa'

/** The end of a text that quotes: its note stands with the quotation. */
export const ENDS_QUOTATION = /[“”"»«‘’][.,;:!?)\]]{0,3}$/
