/**
 * Elements and limits of Formex 4, the XML format of the Publications Office of the European Union. The schema is
 * `formex-06.02.1-20231031.xd` and older ones.
 */
import type { TextSpanKind } from '../../model/norm-text.ts'

export const EURLEX_FAMILY = 'eur-lex'

/** Default order of preference (ISO 639-1). */
export const LANGUAGES: readonly string[] = ['de', 'en']

/** Document elements: an act as adopted, a consolidation, and annexes in separate files. */
export const ACT = 'ACT'
export const CONSOLIDATION = 'CONS.ACT'
export const ANNEXES: ReadonlySet<string> = new Set(['ANNEX', 'CONS.ANNEX'])

/** A companion of a document, which lists its files: `L_2016119DE.01000101.doc.xml`. */
export const COMPANION = 'DOC'

/** Elements with bibliographic data, not text of the act. */
export const BIBLIOGRAPHIC: ReadonlySet<string> = new Set(['BIB.INSTANCE', 'INFO.CONSLEG', 'INFO.PROD', 'FAM.COMP'])

/** Elements on lines of their own. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'P ALINEA PARAG ARTICLE TI STI TITLE TI.ART STI.ART TI.BLK LIST ITEM DLIST GR.SEQ NO.GR.SEQ VISA GR.VISA CONSID ' +
    'GR.CONSID GR.CONSID.INIT PREAMBLE.INIT PREAMBLE.FINAL CONTENTS CONS.ANNEX ANNEX TBL GR.TBL TOC TOC.BLK TOC.ITEM ' +
    'QUOT.S SUBDIV DIVISION FINAL SIGNATURE PL.DATE SIGNATORY IMG.CNT GR.ANNOTATION ANNOTATION PREAMBLE ENACTING.TERMS'
  ).split(' '),
)

/** Kinds of highlighting (`HT`), and their meaning. `UC` is set in capitals, `BOX` in a frame. */
export const RUNS: ReadonlyMap<string, TextSpanKind> = new Map([
  ['SUP', 'raised'],
  ['SUB', 'lowered'],
  ['BOLD', 'bold'],
  ['ITALIC', 'italic'],
  ['UNDERLINE', 'underlined'],
  ['SMALL', 'small'],
  ['EXPANDED', 'spaced'],
])

/** Inline elements, and known containers. Others are read as text and reported. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    'HT DATE FT NOTE REF.DOC REF.DOC.OJ REF.DOC.SE REF.DOC.ECR LINK QUOT.START QUOT.END NP NO.P TXT NO.PARAG FORMULA ' +
    'INCL.ELEMENT IE TERM DEFINITION PREFIX DLIST.ITEM NO.ITEM ITEM.CONT CORPUS BLK ROW CELL GR.NOTES ' +
    'EXPR IND EXPONENT FRACTION DIVIDEND DIVISOR SUM OVER UNDER OP.MATH OP.CMP FMT.VALUE ROOT OVERLINE INT PROD'
  ).split(' '),
)

/**
 * Limits of one document. Larger ones are not acts, and would take memory and time from all others. The largest values of 114
 * acts are in brackets.
 */
export const LIMITS = {
  /** Bytes of a document (2.0 MB). */
  bytes: 32 * 1024 * 1024,
  /** Bytes read to identify a document: the bibliographic data of a consolidation names all amending acts (70 kB). */
  head: 1024 * 1024,
  /** Elements of a document (35,000). */
  elements: 1_000_000,
  /** Attributes of an element (9). */
  attributes: 100,
  /** Levels of elements (31). */
  depth: 500,
  /** Characters without markup of a document (1.5 million). */
  characters: 20_000_000,
  /** Columns of a table (17). */
  columns: 1000,
  /** Characters of a designation, and of a heading or title. */
  designation: 1000,
  title: 20_000,
} as const
