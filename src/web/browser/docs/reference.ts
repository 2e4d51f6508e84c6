/** Optional script of the reference: finds words in the page, and inserts the server into the examples. */

const base = new URL('..', import.meta.url).href.replace(/\/$/, '')
for (const origin of document.querySelectorAll('.origin')) origin.textContent = base

const filter = document.querySelector<HTMLInputElement>('#filter')
const sections = Array.from(document.querySelectorAll('main section'), (section) => {
  return { section: section as HTMLElement, text: section.textContent.toLowerCase() }
})
filter?.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const { section, text } of sections) section.hidden = !words.every((word) => text.includes(word))
})

export {}
