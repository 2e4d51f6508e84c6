/** Marks that readers of documents put around a block quotation: those of interlinear annotations, which no other text has. */
export const BLOCK_QUOTATION = { open: '\ufff9', close: '\ufffb' } as const
