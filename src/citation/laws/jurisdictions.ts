/** Jurisdictions as places whose laws may share names. Apart from the gazetteer of places: a look-up needs these only. */

/** The place of federal law and of that of the Union: no text has to say which of them it means. */
export const FEDERATION = 'de'
export const SWITZERLAND = 'ch'

/** The place of a jurisdiction: its code in lower case. */
export const placeOf = (jurisdiction: string): string => {
  const place = jurisdiction.toLowerCase()
  return place === 'eu' ? FEDERATION : place
}

/** True for the place of a Land. */
export const isPlaceOfLand = (place: string): boolean => place.startsWith(`${FEDERATION}-`)
