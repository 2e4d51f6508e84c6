/** Marks around a block quotation in read documents: those of interlinear annotations, which other texts lack. */
export const BLOCK_QUOTATION = { open: '\ufff9', close: '\ufffb' } as const

/** Mark after a quotation with a note, and before the text of the note. Notes are in the order of their references. */
export const NOTE_MARK = '\ufffa'

/** A closing quotation mark at the end of a text: a note that follows belongs to the quotation. */
export const ENDS_QUOTATION = /[“”"»«‘’][.,;:!?)\]]{0,3}$/
