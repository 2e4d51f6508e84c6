/** German words before the names of laws and norms, whose gender their endings tell: `im BGB`, `der ZPO`, `keinen § 5`. */

/** What stands for `{0:des}` before a neuter, feminine or masculine law, and before a name whose gender is not known. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  des: ['des ', 'der ', 'des ', 'von '],
  das: ['das ', 'die ', 'der ', ''],
}
const [NEUTER, FEMININE, MASCULINE, UNKNOWN] = [0, 1, 2, 3]

/** Nouns that names of laws begin with or end in, and the last letters of abbreviations; the first that fits counts. */
const GENDERS: readonly (readonly [gender: number, name: RegExp])[] = [
  [UNKNOWN, /§|^Art\b|^An(?:hang|lage)/],
  [MASCULINE, /^(?:Vertrag|Beschluss)\b|(?:^A?EUV|Vtr|vertrag)$/],
  [NEUTER, /^[VK]V(?: |$)|^EG(?=[A-Z][A-Za-z]*O$|HGB)/],
  [FEMININE, /^(?:Verordnung|Richtlinie)\b|^(?:\d+\. )?(?:DVO?|WO|ZO|ÄndV)(?=[A-Z -])/],
  [FEMININE, /[a-zäöüA-ZÄÖÜ\d](?:O|V|Bek|RL)$|(?:ordnung|MRK|HOAI|GOÄ|GOZ|konvention)$/],
  [NEUTER, /^Gesetz\b|(?:[\p{L}\d]G|GB|[ÜA]bk|gesetz|gesetzbuch|abkommen)$/u],
]

/** The number or the state after the name of a law: `SGB V`, `AuslfVtr AUS`. */
const ADDITION = /(?<=[\p{L}])[\s_-]*(?:\d[\d\s/-]*|\s[IVXL]+|\s[A-Z]{2,3}(?:\/[A-Z]{2})?)$/u
const MASCULINE_PART =
  /^(?:§(?!§)|Art|Abs|Unterabs|Satz|Halb|Teilsatz|Buchst|Doppelbuchst|Anhang|Erwägungsgrund|Abschnitt|Teil|Titel)/
const NEUTER_PART = /^(?:Buch\b|Kapitel|Zeichen|Inhalt)/

/** The value with the words that go before it. @param form `im`, `des`, `das`, `kein`, or `dativ` of a plural */
export function inGerman(value: string, form: string): string {
  if (form === 'kein') return `kein${MASCULINE_PART.test(value) ? 'en' : NEUTER_PART.test(value) ? '' : 'e'} ${value}`
  if (form === 'dativ')
    return value === 'keine' ? 'keiner Norm' : value.replace(/(?<=^(?!1 ).*\p{L}(?:e|er|el))(?=$| )/gu, 'n')
  const name = value.replace(ADDITION, '')
  return (FORMS[form]?.[GENDERS.find(([, pattern]) => pattern.test(name))?.[0] ?? UNKNOWN] ?? '') + value
}
