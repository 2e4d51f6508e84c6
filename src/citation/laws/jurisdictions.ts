/** Jurisdictions as places whose laws may share names. Separate from the gazetteer of places: a look-up needs only these. */

/** The place of federal and Union law: texts need not say which of the two they mean. */
export const FEDERATION = 'de'
export const SWITZERLAND = 'ch'

/** The place of a jurisdiction: its code in lower case. */
export const placeOf = (jurisdiction: string): string => {
  const place = jurisdiction.toLowerCase()
  return place === 'eu' ? FEDERATION : place
}

/** True for the place of a Land. */
export const isPlaceOfLand = (place: string): boolean => place.startsWith(`${FEDERATION}-`)
