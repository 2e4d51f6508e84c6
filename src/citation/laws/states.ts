/** Gazetteer of the Länder and other states, and of the subjects on which the Länder legislate. */

export interface State {
  name: string
  /** Before an abbreviation (`BayVwVfG`) or after it (`LBG NRW`). */
  abbreviations: string[]
  /** The stem of its adjective: `hessisch` in `Hessischen Schulgesetzes`. */
  adjectives: string[]
}

const state = (name: string, abbreviations: string, adjectives: string): State => ({
  name,
  abbreviations: abbreviations.split(' ').filter(Boolean),
  adjectives: adjectives.split(' ').filter(Boolean),
})

export const LAENDER: readonly State[] = [
  state('Baden-Württemberg', 'BaWü BadWürtt BW', 'baden-württembergisch'),
  state('Bayern', 'Bayer Bay BY', 'bayerisch bayrisch'),
  state('Berlin', 'Berl Bln BE', 'berliner'),
  state('Brandenburg', 'Bbg Brbg BB', 'brandenburgisch brandenburger'),
  state('Bremen', 'Brem BR-HB HB', 'bremisch bremer'),
  state('Hamburg', 'Hamb Hmb Hbg HH', 'hamburgisch hamburger'),
  state('Hessen', 'Hess HE', 'hessisch'),
  state('Mecklenburg-Vorpommern', 'MeckVorP M-V MV', 'mecklenburg-vorpommerisch mecklenburg-vorpommersch'),
  state('Niedersachsen', 'Nieders Nds NI', 'niedersächsisch'),
  state('Nordrhein-Westfalen', 'NRW NW', 'nordrhein-westfälisch nordrheinwestfälisch'),
  state('Rheinland-Pfalz', 'RhPf Rh-Pf RLP RP', 'rheinland-pfälzisch rheinlandpfälzisch'),
  state('Saarland', 'Saarl Saar SL', 'saarländisch'),
  state('Sachsen-Anhalt', 'SachsAnh LSA ST', 'sachsen-anhaltisch sachsen-anhaltinisch'),
  state('Sachsen', 'Sächs Sachs SN', 'sächsisch'),
  state('Schleswig-Holstein', 'SchlH Schl-H Schl-Holst S-H SH', 'schleswig-holsteinisch'),
  state('Thüringen', 'Thür TH', 'thüringisch thüringer'),
]

export const OTHER_STATES: readonly State[] = [
  state('DDR', 'DDR', ''),
  state('Österreich', 'AT AUT', 'österreichisch'),
  state('Schweiz', 'CH CHE', 'schweizerisch schweizer'),
  state('Liechtenstein', 'LI', 'liechtensteinisch'),
  ...(
    'Frankreich:französisch Italien:italienisch Spanien:spanisch Portugal:portugiesisch Polen:polnisch Türkei:türkisch ' +
    'Niederlande:niederländisch Belgien:belgisch Luxemburg:luxemburgisch Dänemark:dänisch Schweden:schwedisch ' +
    'Norwegen:norwegisch Finnland:finnisch England:englisch Großbritannien:britisch Irland:irisch USA:us-amerikanisch ' +
    'USA:amerikanisch Kanada:kanadisch Russland:russisch Ukraine:ukrainisch Belarus:belarussisch Tschechien:tschechisch ' +
    'Slowakei:slowakisch Ungarn:ungarisch Rumänien:rumänisch Bulgarien:bulgarisch Griechenland:griechisch Serbien:serbisch ' +
    'Kroatien:kroatisch Slowenien:slowenisch Bosnien:bosnisch Kosovo:kosovarisch Albanien:albanisch ' +
    'Nordmazedonien:mazedonisch Montenegro:montenegrinisch Estland:estnisch Lettland:lettisch Litauen:litauisch ' +
    'Georgien:georgisch Armenien:armenisch Japan:japanisch China:chinesisch Korea:koreanisch Vietnam:vietnamesisch ' +
    'Thailand:thailändisch Indien:indisch Pakistan:pakistanisch Afghanistan:afghanisch Iran:iranisch Irak:irakisch ' +
    'Syrien:syrisch Libanon:libanesisch Israel:israelisch Ägypten:ägyptisch Tunesien:tunesisch Marokko:marokkanisch ' +
    'Algerien:algerisch Nigeria:nigerianisch Ghana:ghanaisch Eritrea:eritreisch Äthiopien:äthiopisch Somalia:somalisch ' +
    'Brasilien:brasilianisch Argentinien:argentinisch Mexiko:mexikanisch Australien:australisch'
  )
    .split(' ')
    .map((pair) => state(pair.split(':')[0] as string, '', pair.split(':')[1] as string)),
]

const ALL = [...LAENDER, ...OTHER_STATES]
const byName = new Map(ALL.flatMap((each) => [each.name, ...each.abbreviations].map((name) => [name, each] as const)))
const byAdjective = new Map(ALL.flatMap((each) => each.adjectives.map((stem) => [stem, each] as const)))

/** Returns the Land or state with this name or abbreviation, in the genitive too: `Hessens`. */
export const stateNamed = (word: string): State | undefined =>
  byName.get(word) ?? byName.get(word.replace(/(?<=\p{L}{4})e?s$/u, ''))

/** Abbreviations of Länder that are also journals, companies and names. */
const OTHER_WORDS = new Set(['BB', 'Bayer', 'Berl', 'Sachs'])

/** True if a word after the name of a law is the name of a Land or state, or the abbreviation of a Land. */
export function isLand(word: string): boolean {
  const state = OTHER_WORDS.has(word) ? undefined : byName.get(word)
  return state !== undefined && (word === state.name || isLandOfGermany(state))
}

/** Short forms of adjectives that are not their beginning. */
const SHORT_ADJECTIVES = new Map([
  ['bay', 'bayerisch'],
  ['frz', 'französisch'],
  ['nds', 'niedersächsisch'],
  ['oesterr', 'österreichisch'],
  ['österr', 'österreichisch'],
  ['ch', 'schweizerisch'],
  ['schw', 'schweizerisch'],
  ['fl', 'liechtensteinisch'],
])
/** With fewer letters it may be any word. */
const SHORTEST = 4

/** Returns the Land or state of a shortened adjective: `Hess.`, `österr.`, `schweiz`, `ital`, without the dot. */
export function stateOfShortAdjective(word: string): State | undefined {
  const lower = word.toLowerCase()
  const known = SHORT_ADJECTIVES.get(lower)
  const found = known === undefined ? byName.get(word) : byAdjective.get(known)
  if (found !== undefined || lower.length < SHORTEST || lower.length > 12) return found
  for (const [stem, state] of byAdjective) if (stem.startsWith(lower)) return state
  return undefined
}

/** Returns the Land or state of an adjective in any case: `Hessischen`, `österreichisches`, `Thüringer`. */
export function stateOfAdjective(word: string): State | undefined {
  if (word.length > 40) return undefined
  const lower = word.toLowerCase()
  return byAdjective.get(lower) ?? byAdjective.get(lower.replace(/(?:e[nrsm]?)$/, ''))
}

/** True if it is one of the Länder, not another state. */
export const isLandOfGermany = (state: State) => LAENDER.includes(state)

const SUBJECT_ABBREVIATIONS = new Set(
  (
    'VwVfG VwZG VwVG VwVZG VwVZVG VwKostG DSG StVollzG UVollzG UVollzO JStVollzG PersVG PVG DSchG DSchutzG DSchPflG BauO BO ' +
    'SchulG SchG SchO HG HochSchG HSchulG HRG UG GO GemO GemHVO GemHV KrO LKrO KAG KommAbgG PolG PAG PolDVG OBG SOG ASOG ' +
    'SichG StrG StrWG StrWegG WG WaG WasG WassG WasserG NatSchG NatSchAG HO HOG BG BeamtG RiG RiStAG BesG BeamtVG BeamtVersG ' +
    'DG DO DiszG VSG VerfSchG IFG UIG BestG BestattG BestattVO KHG KHGG KrHG RettG RettDG RDG FSHG BHKG FwG FeuerwG BrSchG JagdG ' +
    'FischG WaldG ForstG NRSG NiRSG NichtrSchG SpielhG SpielHG VergStG MedienG MedG PresseG PrG RundfG WahlG KWahlG KommWahlG ' +
    'LWahlG LWO AbgG VerfGHG VerfGG StGHG GlG GleichG GStG LÖG LadÖffG LadSchlG GastG AbfG BodSchG ImSchG NachbG NRG NachbRG ' +
    'StiftG ArchG ArchivG BibG KiTaG KitaG KTagG KiföG KiFöG BlindGG BliWaG PflG PsychKG UBG UnterbrG MRVG MVollzG VermG VermKatG ' +
    'KatSG ZwVG EnteigG AGBGB AGVwGO AGGVG AGSGG AGStPO AGZPO AGSGB AufnG FlüAG LPlG LplG PlG JAG JAPO JAPrO APO LVO LaufbVO ' +
    'UrlVO EUrlV BVO BeihVO BeihV AZVO ArbZVO NVO NTVO ReiseKG RKG UKG KlimaSchG KSG KSpG TTG VgG TVgG TariftreueG ' +
    'Verf LV KV SWG StVO-ZustVO ZustVO DVO VO SHG PetG KO FAG FinAusglG HhG RHG RepG StatG SiG SÜG LHO KJHG'
  ).split(' '),
)

const SUBJECT_NAMES = new RegExp(
  '^(?:Schul|Hochschul|Universitäts|Verwaltungs(?:verfahrens|vollstreckungs|zustellungs|kosten)|Datenschutz|Strafvollzugs|' +
    'Justizvollzugs|Jugendstrafvollzugs|Untersuchungshaftvollzugs|Maßregelvollzugs|Personalvertretungs|Denkmalschutz|' +
    'Denkmal|Hafen|Kommunal(?:abgaben|wahl|verfassungs)|Polizei\\p{L}{0,12}|Ordnungsbehörden|Straßen\\p{L}{0,10}|Wasser|Naturschutz|Beamten|' +
    'Beamtenversorgungs|Besoldungs|Richter|Disziplinar|Verfassungsschutz|Informationsfreiheits|Bestattungs|Friedhofs|' +
    'Krankenhaus\\p{L}{0,10}|Rettungsdienst|Feuerwehr|Brand\\p{L}{0,10}|Katastrophenschutz|Jagd|Fischerei|Wald|Forst|Nichtraucherschutz|' +
    'Spielhallen|Spielbank|Glücksspiel|Medien|Presse|Rundfunk|Wahl|Abgeordneten|Gleichstellungs|Ladenöffnungs|' +
    'Ladenschluss|Gaststätten|Abfall\\p{L}{0,10}|Bodenschutz|Nachbar\\p{L}{0,6}|Stiftungs|Archiv|Kindertages\\p{L}{0,12}|Kinderförderungs|Unterbringungs|' +
    'Vermessungs\\p{L}{0,10}|Enteignungs|Planungs|Juristenausbildungs|Ausführungs|Weiterbildungs|Heilberufe\\p{L}{0,4}|Kammer|Kirchensteuer|Vergnügung\\p{L}{0,8}|Finanzausgleichs|' +
    'Gebühren|Sicherheits\\p{L}{0,20}|Bau|Gemeinde|Landkreis|Kreis|Haushalts|Landeshaushalts|Laufbahn|Studien|Prüfungs|Garagen|Beihilfe\\p{L}{0,2}|' +
    'Sonderurlaubs|Nebentätigkeits|Arbeitszeit|Zuständigkeits|Lehrverpflichtungs|Abwasser\\p{L}{0,8}|Verfassungsgerichts\\p{L}{0,4})(?:gesetz|ordnung|verordnung)(?:e?s)?$',
  'iu',
)

/** True if several Länder have a law of that name. */
export const isOfLaender = (name: string) =>
  SUBJECT_ABBREVIATIONS.has(name) || (name.length < 60 && SUBJECT_NAMES.test(name))
