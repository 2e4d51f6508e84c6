/** A URL as it is shown and kept: without user name and password. */
export function shown(url: string): string {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}
