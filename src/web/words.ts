/** Numbers and addresses as words. */

const FORMAT = new Intl.NumberFormat('en-GB')

/** `6,877 laws`, `1 law` */
export function counted(count: number, thing: string): string {
  return `${FORMAT.format(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** The host of an address, for reading; the address itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url
}
