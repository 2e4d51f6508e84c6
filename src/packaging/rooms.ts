/** The rooms of `src`: contents and allowed imports. The layer test and `docs/architecture.md` read this table. */

interface Room {
  contents: string
  /** Rooms, or single files of rooms, above it in the table. Every room may import `util`. */
  imports: readonly string[]
  /** True if it uses nothing of Node.js. */
  isPure?: true
}

const pure = (contents: string, ...imports: string[]): Room => ({ contents, imports, isPure: true })
const room = (contents: string, ...imports: string[]): Room => ({ contents, imports })

/** Rooms by folder below `src`, each after the rooms that it imports. A file belongs to the deepest folder. */
export const ROOMS: Readonly<Record<string, Room>> = {
  util: pure('Errors, days, arguments, caches and other small helpers'),
  i18n: pure('What people read, in their languages: English in the code, German in a file; dates and numbers'),
  citation: pure('Norm paths, designations, names of laws, references in running text'),
  search: pure('Analysis, ranking, highlighting, formats of the index. Other rooms import its `index.ts` only'),
  'search/patterns': pure(
    'Regular expressions as users write them, the strings that their matches must have, matching lines',
  ),
  'read-text': pure('The text of HTML, Markdown and LaTeX, with a map to its source'),
  program: room('The package, its cache and settings, errors of the system, threads, progress of long work', 'i18n'),
  files: room('Atomic writes, making directories', 'program'),
  archive: room('tar, zip, zstd, with limits', 'files', 'program'),
  download: room('HTTP client, partial files, resume', 'files', 'program'),
  'read-text/files': room(
    'The text of DOCX, ODT and PDF with its places; detection of file formats',
    'read-text',
    'archive',
  ),
  model: room(
    'The interface `Corpus` and its records, and what views of a corpus have in common, but no implementation',
    'citation',
    'search',
    'search/patterns',
  ),
  layout: pure(
    'How the text of a norm is laid out: paragraphs, lists, tables, runs, quotations',
    'model',
    'i18n',
    'citation',
  ),
  resolve: room(
    'From names, designations and texts to laws, norms and verdicts, through the interface alone',
    'model',
    'citation',
    'search',
    'read-text',
    'program',
  ),
  link: room(
    'Documents with their citations as links: addresses, markup, DOCX and ODT; only what changes is written anew',
    'resolve',
    'model',
    'citation',
    'i18n',
    'archive',
    'read-text/files',
    'read-text',
  ),
  store: room(
    'The tables of a corpus and the meaning of their rows: what every engine answers from the rows that it is given',
    'model',
    'citation',
    'search',
    'search/patterns',
    'files',
    'program',
  ),
  'store/sqlite': room(
    'The engine of bundles: file, reader, writer, search storage, threads that scan for patterns',
    'store',
    'model',
    'citation',
    'search',
    'search/patterns',
    'files',
    'program',
  ),
  'store/postgres': room(
    'The engine of databases: publishing bundles, reading their rows back, fetching rows for the readings of `store`',
    'store',
    'store/sqlite',
    'model',
    'search',
    'search/patterns',
    'program',
  ),
  differences: room(
    'Differences of two texts, norms or laws: by Absatz, then by words, in a bounded number of steps',
    'model',
    'layout',
    'program',
  ),
  'web/pages': pure(
    'The HTML pages of the server, one a file, as markup made of the answers of operations',
    'i18n',
    'layout',
    'citation',
    'model',
    'search',
  ),
  operations: room(
    'The questions: one file each, with input schema, output schema and `run`. `catalogue.ts` lists them',
    'link',
    'resolve',
    'differences',
    'model',
    'citation',
    'search',
    'search/patterns',
    'program',
  ),
  import: room(
    'From sources to an engine’s writer: parsing, references, the search index. A folder for each source family, and `site` for copies of sites',
    'model',
    'citation',
    'search',
    'store',
    'store/sqlite',
    'archive',
    'download',
    'files',
    'program',
  ),
  dataset: room(
    'The life of a corpus: locate, download, verify, convert, cache, open, publish, replace',
    'model',
    'store',
    'store/sqlite',
    'store/postgres',
    'import',
    'archive',
    'download',
    'files',
    'program',
  ),
  render: room(
    'Answers as Markdown, HTML, CSV, text, SARIF',
    'i18n',
    'operations',
    'resolve',
    'differences',
    'model',
    'citation',
    'layout',
    'read-text/files/document.ts',
    'read-text',
    'program',
  ),
  authorities: room(
    'The register of the norms that documents cite, by law or by page, and its formats',
    'render',
    'link',
    'resolve',
    'model',
    'citation',
    'i18n',
    'archive',
    'read-text/files',
  ),
  mcp: room(
    'The Model Context Protocol: tools over the catalogue (`tools` has one a file), resources, prompts, the server, stdio',
    'operations',
    'render',
    'resolve',
    'dataset',
    'model',
    'citation',
    'layout',
    'program',
  ),
  http: room(
    'The polka application, the server and its workers; `POST /mcp` in `http/mcp`, pages in `http/html`',
    'i18n',
    'web/pages',
    'layout',
    'operations',
    'render',
    'dataset',
    'model',
    'citation',
    'mcp',
    'program',
  ),
  library: room(
    'The front door of the package: `open`, `LegalText`, and what needs no corpus',
    'operations',
    'resolve',
    'dataset',
    'model',
    'citation',
    'read-text',
    'read-text/files',
    'program',
  ),
  'cli/terminal': room(
    'Toolkit of the terminal (screen, wrapping, tables, pager, progress); `pages` draws each answer',
    'i18n',
    'render',
    'operations',
    'resolve',
    'differences',
    'model',
    'citation',
    'search',
    'layout',
    'dataset',
    'read-text/files/document.ts',
    'program',
  ),
  'web/browser': pure(
    'What the script adds to the pages, their styles, and the API reference: for browsers, type-checked separately',
    'web/pages',
    'citation',
    'model',
    'search',
    'resolve/citation.ts',
  ),
  cli: room(
    'The command line: parsing, help, completion, output; a file for each command in `commands`',
    'i18n',
    'operations',
    'render',
    'citation',
    'resolve',
    'link',
    'authorities',
    'model',
    'read-text',
    'read-text/files',
    'files',
    'http',
    'mcp',
    'dataset',
    'cli/terminal',
    'program',
  ),
  packaging: room(
    'How the package, the manual page and the generated docs are made, and what a release adds',
    'i18n',
    'files',
    'import',
    'operations',
    'dataset',
    'mcp',
    'http',
    'cli',
    'cli/terminal',
    'program',
  ),
}

/** Returns the room of a file, such as `store/sqlite`; `undefined` outside all rooms. @param file its path below `src` */
export function roomOf(file: string): string | undefined {
  const folders = file.split('/').slice(0, -1)
  for (; folders.length > 0; folders.pop()) if (Object.hasOwn(ROOMS, folders.join('/'))) return folders.join('/')
  return undefined
}

/** Returns the table of rooms in Markdown. */
export function roomTable(): string {
  const rows = Object.entries(ROOMS).map(
    ([name, { contents, imports, isPure }]) =>
      `| \`${name}\` | ${contents}${isPure ? '. Pure' : ''} | ${imports.map((each) => `\`${each}\``).join(', ')} |`,
  )
  return ['| Room | Contents | Imports |', '| --- | --- | --- |', ...rows].join('\n')
}
