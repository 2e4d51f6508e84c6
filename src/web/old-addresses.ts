/** Addresses of earlier versions: `/#/bgb/par:433/abs:1?as_of=…`, `/#/?q=…`, `/#/laws`, `/#/changes`. */
import { root } from './fetch-page.ts'

export function followOldAddress(): void {
  if (location.hash.startsWith('#/') && document.body.dataset.view === 'start') {
    location.replace(new URL(newAddress(location.hash), root()))
  }
}

/** @param hash the fragment with its `#` @returns the address relative to the root */
export function newAddress(hash: string): string {
  const [path = '', query = ''] = hash.slice(2).split('?', 2)
  const values = new URLSearchParams(query)
  const [code = '', ...norm] = path.split('/')
  const rename = (before: string, after: string) => {
    const value = values.get(before)
    values.delete(before)
    if (value !== null && after !== '') values.set(after, value)
  }
  rename('filter', 'query')
  rename('law', 'codes')
  rename('level', '')
  const at = values.get('at')
  values.delete('at')
  const isDifference = values.has('from') || values.has('to')
  const search = values.size > 0 ? `?${values}` : ''
  if (code === '') return values.has('q') ? `search${search}` : `.${search}`
  if (norm.length === 0 && ['laws', 'changes'].includes(code)) return code + search
  const of = norm.length === 0 ? `laws/${code}` : `laws/${code}/norms/${norm.join('%2F')}`
  return `${of}${isDifference ? '/diff' : ''}${search}${at === null ? '' : `#${at}`}`
}
