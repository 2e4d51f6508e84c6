/** Tests by form whether a word may be the name of a law. Only a corpus knows whether it is one. */

/** Articles, and prepositions with one, between a designation and the name of its law. */
export const ARTICLES: ReadonlySet<string> = new Set('des der dem den das die zum zur vom im'.split(' '))

/** Abbreviations beside designations that are not laws: courts, journals, references, units. */
const NO_LAWS = new Set(
  (
    'AG ArbG BAG BAnz BayObLG BayObLGZ BayVBl BayVGH BFH BFHE BGBl BGH BGHSt BGHZ BMF BMJ BPatG BSG BSGE BT BR BVerfG ' +
    'BVerfGE BVerfGK BVerwG BVerwGE EGMR EuG EuGH FG GmS KG LAG LG LSG OLG OVG RG RGSt RGZ RFH SG VG VGH VerfGH ' +
    'ABl BB BStBl BTDrucks DB DÖV DStR DVBl FamRZ GRUR JZ MDR NJW NStZ NVwZ NZA NZM NZS StV VersR WM WRP ZIP ZMR ' +
    'Abs Anm Aufl Bd Drs ECLI Hs HS Nr Rdn RdNr RdNrn Rn RN Rz Tz TZ UAbs GbR GmbH OHG BRD DDR USA EU EG EWG EWR ' +
    'EUR DM ISO DIN MHz GHz RL VO VwV In-Kraft-Treten'
  ).split(' '),
)

/** Endings of full names of laws, including the genitive. The first few hardly ever end another word. */
const LAW_ENDINGS = 'gesetz gesetzes gesetzbuch gesetzbuchs gesetzbuches ordnung verordnung verfassung'.split(' ')
const NAME_ENDINGS = [
  ...LAW_ENDINGS,
  ...(
    'buch buchs buches satzung vertrag vertrags vertrages abkommen abkommens übereinkommen übereinkommens konvention ' +
    'charta statut statuts protokoll protokolls erlass erlasses anordnung bekanntmachung richtlinie'
  ).split(' '),
]

/** Words in `-ordnung` that are not laws: `Zuordnung`, `Rangordnung`. */
export const NO_ORDER = /^(?:ab|an|bei|ein|größen|neu|rang|reihen|tages|über|um|un|unter|zu)ordnung$/i

/** Maximum length of a name's word. A word of megabytes would exhaust the memory of a regular expression. */
const LONGEST_WORD = 200

/** True if the word ends like the name of a law: `Gesetzes`, `Zivilprozessordnung`, `verordnung`. */
export function endsLikeLawName(word: string): boolean {
  if (word.length > LONGEST_WORD) return false
  const lower = word.toLowerCase()
  return NAME_ENDINGS.some((ending) => lower.endsWith(ending))
}

/**
 * True if it is written like the abbreviation of a law, unlike ordinary words: with two capitals (`BGB`, `FooV`, `EU-DSGVO`),
 * but not another abbreviation of legal texts (`BGH`, `NJW`, `GmbH`).
 */
export function looksLikeAbbreviation(text: string): boolean {
  if (text.length < 2 || text.length > 30 || NO_LAWS.has(text) || text === text.toLowerCase()) return false
  if (!/^\p{L}[\p{L}\d/-]*$/u.test(text) || /^[IVXLCDM]+$/.test(text) || WORDS.test(text)) return false
  return (text.match(/\p{Lu}/gu) ?? []).length >= 2
}

/** `Kraftfahrt-Bundesamt`: ordinary words joined by a hyphen. */
const WORDS = /^\p{Lu}\p{Ll}{3,}(?:-\p{Lu}\p{Ll}{3,})+$/u

/** True if an abbreviation ends like a statute's or an ordinance's, ignoring a year or book: `SGB X`. */
export const endsLikeAbbreviation = (text: string) => /(?:[GVO]|GB)(?: (?:[IVX]+|\d+))?$/.test(text)

/** True if a word has the form of a law's name: an abbreviation, or a compound (`Foogesetz`). */
export function looksLikeLaw(word: string): boolean {
  if (looksLikeAbbreviation(word)) return true
  if (word.length > LONGEST_WORD || !/^\p{Lu}[\p{L}-]*$/u.test(word)) return false
  const lower = word.toLowerCase()
  if (NO_ORDER.test(word) || NAME_ENDINGS.includes(lower)) return false
  return LAW_ENDINGS.some((ending) => lower.endsWith(ending))
}

/** Nouns for kinds of law; the first one in a title counts. */
const KIND =
  /(gesetz|verordnung|ordnung|richtlinie|satzung|übereinkommen|abkommen|vertrag|protokoll|konvention|vereinbarung|statut|anordnung|bekanntmachung|verfassung)(?:buch)?(?:e?s|en)?(?!\p{L})/iu
/** Statutes named `-ordnung`; the others are ordinances. */
const STATUTES =
  /^(?:AO|BÄO|BHO|BNotO|BRAO|BTÄO|FGO|GBO|GewO|HöfeO|HwO|InsO|KO|PAO|RVO|SchRegO|StPO|VwGO|WBO|WDO|WPO|ZPO)(?: |$)/

/** True if a law is of the kind that a noun names: `Gesetzes`, `Verordnung`. Other words, and titles in other languages, fit any. */
export function isOfKind({ abbreviation, title }: { abbreviation: string; title: string }, noun: string): boolean {
  const wanted = kindOf(noun)
  if (wanted === undefined) return true
  if (wanted === 'ordnung') return /ordnung/i.test(title)
  const kind = kindOf(title.replace(/^.*?\((?=\p{Lu}\p{L}*ordnung\))/u, ''))
  if (kind === wanted || kind === undefined) return true
  const isStatute = STATUTES.test(abbreviation) || kind === 'verfassung'
  return kind === 'ordnung' || isStatute ? wanted === (isStatute ? 'gesetz' : 'verordnung') : false
}

const kindOf = (words: string) => KIND.exec(words)?.[1]?.toLowerCase()
