/** What the Länder have laws about, often under the same name as the federation (`VwVfG`, `Beamtengesetz`). */

const ABBREVIATIONS = new Set(
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

const NAMES = new RegExp(
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

/** Whether several Länder have a law that is called so. */
export const isOfLaender = (name: string) => ABBREVIATIONS.has(name) || (name.length < 60 && NAMES.test(name))
