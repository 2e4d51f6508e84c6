/** German words before the names of laws and norms, whose gender their endings tell: `im BGB`, `der ZPO`, `keinen § 5`. */

/** What a placeholder such as `{0:im}` asks for, by the article of the law; without one, if its gender is not known. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  im: { das: 'im ', die: 'in der ', der: 'im ', none: 'in ' },
  des: { das: 'des ', die: 'der ', der: 'des ', none: 'von ' },
  das: { das: 'das ', die: 'die ', der: 'der ', none: '' },
}

/** Nouns that names of laws begin with or end in, and the last letters of abbreviations. */
const ARTICLES: readonly [article: string, pattern: RegExp][] = [
  ['none', /§|^Art\b|^An(?:hang|lage)/],
  ['der', /^(?:Vertrag|Beschluss)\b|(?:^A?EUV|Vtr|vertrag)$/],
  ['das', /^[VK]V(?: |$)|^EG(?=[A-Z][A-Za-z]*O$|HGB)/],
  [
    'die',
    /^(?:Verordnung|Richtlinie)\b|^(?:\d+\. )?(?:DVO?|WO|ZO|ÄndV)(?=[A-Z -])|(?:[a-zäöü\d]|[A-ZÄÖÜ])(?:O|V|Bek|RL)$|(?:ordnung|MRK|HOAI|GOÄ|GOZ|konvention)$/,
  ],
  ['das', /^Gesetz\b|(?:[\p{L}\d]G|GB|[ÜA]bk|gesetz|gesetzbuch|abkommen)$/u],
]

/** Parts of norms and laws that are masculine, and neuter ones; others are feminine. */
const MASCULINE =
  /^(?:§(?!§)|Art|Abs|Unterabs|Satz|Halb|Teilsatz|Buchst|Doppelbuchst|Anhang|Erwägungsgrund|Abschnitt|Teil|Titel|Spiegel)/
const NEUTER = /^(?:Buch\b|Kapitel|Zeichen|Inhalt)/

/** The value with the words that go before it. @param form `im`, `des`, `das` or `kein` */
export function inGerman(value: string, form: string): string {
  if (form === 'kein') return `kein${MASCULINE.test(value) ? 'en' : NEUTER.test(value) ? '' : 'e'} ${value}`
  return (FORMS[form]?.[articleOf(value)] ?? '') + value
}

/** The article of a law; Numbers and states after it do not count: `SGB V`, `AuslfVtr AUS`. */
function articleOf(law: string): string {
  const name = law.replace(/(?<=[\p{L}])[\s_-]*(?:\d[\d\s/-]*|\s[IVXL]+|\s[A-Z]{2,3}(?:\/[A-Z]{2})?)$/u, '')
  return ARTICLES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'none'
}
