/** Documents of an invented law, the Hafenordnung, in LegalDocML.de. */

export const NAMESPACE = 'http://Inhaltsdaten.LegalDocML.de/1.8.2/'
export const WORK = 'eli/bund/bgbl-1/2010/s77'

export interface Expression {
  day?: string
  events?: string
  groups?: string
  names?: string
  preamble?: string
  body?: string
  after?: string
  ris?: string
  document?: string
  kind?: 'act' | 'doc'
  namespace?: string
  work?: string
  /** `textualMod` of an amending law. */
  modifications?: string
}

export const EVENTS =
  '<akn:eventRef eId="e1" date="2010-03-01" refersTo="inkrafttreten"/><akn:eventRef eId="e2" date="2026-07-01" refersTo="inkrafttreten"/>' +
  '<akn:eventRef eId="e3" date="2024-12-31" refersTo="ausserkrafttreten"/>'
export const GROUPS =
  '<akn:temporalGroup eId="g1"><akn:timeInterval start="#e1"/></akn:temporalGroup>' +
  '<akn:temporalGroup eId="g2"><akn:timeInterval start="#e2"/></akn:temporalGroup>' +
  '<akn:temporalGroup eId="g3"><akn:timeInterval start="#e1" end="#e3"/></akn:temporalGroup>'

/** A document of the invented Hafenordnung. */
export function written({
  day = '2026-01-01',
  events = EVENTS,
  groups = GROUPS,
  names = '<akn:docTitle>Ordnung des Hafens von Möwensund</akn:docTitle><akn:shortTitle>(Hafenordnung – <akn:inline refersTo="amtliche-abkuerzung">HafO</akn:inline>)</akn:shortTitle>',
  preamble = '',
  body = '',
  after = '',
  ris = '',
  document = 'regelungstext-1',
  kind = 'act',
  namespace = NAMESPACE,
  work = WORK,
  modifications = '',
}: Expression): string {
  const expression = `${work}/${day}/1/deu`
  const text = kind === 'act' ? `<akn:body>${body}</akn:body>` : `<akn:mainBody>${body}</akn:mainBody>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<akn:akomaNtoso xmlns:akn="${namespace}"><akn:${kind} name="/akn/ontology/de/concept/documenttype/bund/${document.replace(/-\d+$/, '')}"><akn:meta>
<akn:identification><akn:FRBRWork><akn:FRBRthis value="${work}/${document}"/><akn:FRBRuri value="${work}"/>
<akn:FRBRdate date="2010-02-20" name="verkuendungsfassung-ausfertigungsdatum"/></akn:FRBRWork>
<akn:FRBRExpression><akn:FRBRthis value="${expression}/${document}"/><akn:FRBRuri value="${expression}"/>
<akn:FRBRlanguage language="deu"/></akn:FRBRExpression>
<akn:FRBRManifestation><akn:FRBRdate date="2026-01-02" name="generierung"/></akn:FRBRManifestation></akn:identification>
<akn:analysis><akn:activeModifications>${modifications}</akn:activeModifications></akn:analysis>
<akn:lifecycle>${events}</akn:lifecycle><akn:temporalData>${groups}</akn:temporalData>
<akn:proprietary><ris:legalDocML.de_metadaten xmlns:ris="http://MetadatenRIS.LegalDocML.de/1.8.2/">${ris}</ris:legalDocML.de_metadaten></akn:proprietary>
</akn:meta><akn:preface><akn:longTitle><akn:p>${names}</akn:p></akn:longTitle></akn:preface>
<akn:preamble>${preamble}</akn:preamble>${text}${after}</akn:${kind}></akn:akomaNtoso>`
}

export const article = (number: string, heading: string, content: string, attributes = 'period="#g1"') =>
  `<akn:article eId="art-z${number.replace(/\D+/g, '')}" ${attributes}><akn:num> ${number}</akn:num><akn:heading>${heading}</akn:heading>${content}</akn:article>`
export const paragraph = (number: string, content: string, attributes = '') =>
  `<akn:paragraph ${attributes}><akn:num>${number}</akn:num><akn:content>${content}</akn:content></akn:paragraph>`
