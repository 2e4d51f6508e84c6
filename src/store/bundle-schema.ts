/**
 * The bundle: one immutable SQLite file. Norms are numbered from 0, by code and then in document order, so that the norms of a
 * law are one range of numbers: search restricts itself to laws by it. Packed columns are those of `packed-text.ts`.
 */

import { say } from '../i18n/texts.ts'
import type { Coverage, TextSpan, TextSpanKind } from '../model/corpus.ts'
import type { SubdivisionSpan } from '../model/parsed-law.ts'
import { LegalTextError } from '../util/errors.ts'

/** Incremented whenever a reader of the old schema could misread the new one. */
export const SCHEMA_VERSION = 11

/** SQLite's application id of a bundle: `LTX1`. */
export const APPLICATION_ID = 0x4c545831

export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE law (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  identity TEXT NOT NULL,      -- what identifies the law in all states of its source
  abbreviation TEXT NOT NULL,
  title TEXT NOT NULL,
  jurisdiction TEXT NOT NULL,
  source_family TEXT NOT NULL,
  language TEXT NOT NULL,      -- ISO 639-1
  norm_count INTEGER NOT NULL,
  status_date TEXT,
  status_note TEXT,            -- the amendment of that day
  state TEXT NOT NULL,         -- JSON: model/law-state.ts
  first_norm INTEGER NOT NULL,
  names TEXT NOT NULL,         -- folded names, each on a line; after an empty one places in gazettes
  source TEXT NOT NULL,        -- JSON: what the provenance of its norms shares
  answer ANY NOT NULL          -- JSON, packed: the whole answer of the law operation
) STRICT;

CREATE TABLE alias (
  name TEXT NOT NULL,          -- folded
  rank INTEGER NOT NULL,
  law INTEGER NOT NULL REFERENCES law,
  PRIMARY KEY (name, rank, law)
) STRICT, WITHOUT ROWID;

CREATE TABLE norm (
  id INTEGER PRIMARY KEY,
  law INTEGER NOT NULL REFERENCES law,
  path TEXT NOT NULL,
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  status TEXT NOT NULL,
  in_force_from TEXT,          -- ISO date, of a norm that is not yet in force
  kind TEXT NOT NULL,
  container INTEGER REFERENCES norm DEFERRABLE INITIALLY DEFERRED,
  observed_from TEXT,          -- ISO dates of its version; NULL in a bundle of one state
  valid_from TEXT,
  valid_to TEXT,
  UNIQUE (law, path)
) STRICT;
CREATE INDEX norm_container ON norm (container) WHERE container IS NOT NULL;

CREATE TABLE norm_range (
  law INTEGER NOT NULL REFERENCES law,
  kind TEXT NOT NULL,
  first TEXT NOT NULL,
  last TEXT NOT NULL,
  norm INTEGER NOT NULL REFERENCES norm,
  PRIMARY KEY (law, kind, first, norm)
) STRICT, WITHOUT ROWID;

CREATE TABLE structure (id INTEGER PRIMARY KEY, headings TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE content (
  norm INTEGER PRIMARY KEY REFERENCES norm,
  text ANY NOT NULL,           -- packed
  footnotes TEXT NOT NULL,
  structure INTEGER NOT NULL REFERENCES structure,
  subdivisions ANY NOT NULL,   -- JSON, packed: [[path, label, start, end], …]
  attachments TEXT NOT NULL,   -- JSON
  marks ANY NOT NULL,          -- JSON, packed
  spans ANY NOT NULL,          -- JSON, packed: [[kind, start, end], …]
  tables ANY NOT NULL,         -- JSON, packed
  document_id TEXT NOT NULL,
  html_url TEXT,               -- NULL where nothing tells it
  source TEXT                  -- JSON as in law, where it differs
) STRICT;

CREATE TABLE citation (        -- what norms cite, in the order of the citing norms and of their texts
  citing INTEGER NOT NULL REFERENCES norm,
  place INTEGER NOT NULL,      -- among the citations of its norm, from 0
  start INTEGER,               -- in the text, UTF-16 code units; NULL where only the source states it
  end INTEGER,
  norm INTEGER REFERENCES norm, -- NULL where the corpus does not have it; then, as far as it is known:
  law INTEGER REFERENCES law,
  path TEXT,                   -- the path that the norm would have
  name TEXT,                   -- the law as the text calls it
  subdivision TEXT,            -- of what is cited
  PRIMARY KEY (citing, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE limitation (
  id INTEGER PRIMARY KEY,
  source_family TEXT NOT NULL,
  source_id TEXT NOT NULL,
  title TEXT NOT NULL,
  source_url TEXT,
  terminal_state TEXT NOT NULL,
  reason TEXT NOT NULL,
  state_code TEXT,
  law_id TEXT,
  retrieved_at TEXT,
  limitation_id TEXT,          -- as the source names it; NULL for one made of the other columns
  http_status INTEGER,
  retryable INTEGER            -- 0, 1
) STRICT;

CREATE TABLE finding (         -- what is wrong with sources that were imported
  id INTEGER PRIMARY KEY,
  source_family TEXT NOT NULL,
  source_id TEXT NOT NULL,
  law_id TEXT,
  reason TEXT NOT NULL
) STRICT;

-- The tables of time: which states the sources published, and what the laws were in them. They are empty in a bundle of one
-- state. All days are ISO dates; a span has the first and the last state. Those of a dated law are the days that its source
-- tells, the last one of what has no end is 9999-12-31.
CREATE TABLE state (
  observed_on TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  listing TEXT NOT NULL,       -- complete, cumulative, partial
  incomplete TEXT              -- what of it could not be read
) STRICT, WITHOUT ROWID;

CREATE TABLE line (            -- a law through all states
  id INTEGER PRIMARY KEY,
  identity TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  abbreviation TEXT NOT NULL,
  dated INTEGER NOT NULL,      -- 0, 1: the source tells from which day each version holds
  law INTEGER REFERENCES law   -- of the newest state, NULL if that does not have it
) STRICT;
CREATE INDEX line_code ON line (code);
CREATE INDEX line_law ON line (law) WHERE law IS NOT NULL;

CREATE TABLE law_version (     -- a law as one document had it
  id INTEGER PRIMARY KEY,
  line INTEGER NOT NULL REFERENCES line,
  observed_from TEXT NOT NULL,
  observed_to TEXT NOT NULL,
  starts_version INTEGER NOT NULL, -- 0, 1: something in it differs from the row before
  status_note TEXT,
  abbreviation TEXT NOT NULL,
  title TEXT NOT NULL,
  jurisdiction TEXT NOT NULL,
  source_family TEXT NOT NULL,
  language TEXT NOT NULL,
  norm_count INTEGER NOT NULL,
  status_date TEXT,
  state TEXT NOT NULL,         -- as in law
  names TEXT NOT NULL,         -- as in law
  source TEXT NOT NULL,        -- as in law
  html_url TEXT,
  document_id TEXT NOT NULL,
  answer INTEGER REFERENCES law_answer -- NULL: as in law
) STRICT;
CREATE UNIQUE INDEX law_version_line ON law_version (line, observed_from);

CREATE TABLE law_answer (      -- the answer of the law operation, but for its provenance
  id INTEGER PRIMARY KEY,
  answer ANY NOT NULL          -- JSON, packed
) STRICT;

CREATE TABLE past_alias (
  name TEXT NOT NULL,          -- folded
  rank INTEGER NOT NULL,
  line INTEGER NOT NULL REFERENCES line,
  observed_from TEXT NOT NULL,
  observed_to TEXT NOT NULL,
  PRIMARY KEY (name, rank, line, observed_from)
) STRICT, WITHOUT ROWID;

CREATE TABLE norm_version (    -- a norm in all consecutive documents that had it unchanged in every respect
  id INTEGER PRIMARY KEY,
  line INTEGER NOT NULL REFERENCES line,
  path TEXT NOT NULL,
  observed_from TEXT NOT NULL,
  observed_to TEXT NOT NULL,
  version_from TEXT NOT NULL,  -- of the rows in a row that have the same wording
  version_to TEXT NOT NULL,
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  status TEXT NOT NULL,
  in_force_from TEXT,
  valid_from TEXT,
  valid_to TEXT,
  moved_from TEXT,
  kind TEXT NOT NULL,
  ranges TEXT,                 -- JSON: [[kind, first, last], …]; NULL if it stands for no others
  container TEXT,              -- paths
  previous TEXT,
  next TEXT,
  structure INTEGER NOT NULL REFERENCES structure,
  document_id TEXT NOT NULL,
  html_url TEXT,
  source TEXT,
  norm INTEGER REFERENCES norm, -- whose content it has, or
  past_content INTEGER REFERENCES past_content
) STRICT;
CREATE UNIQUE INDEX norm_version_path ON norm_version (line, path, observed_from, observed_to);
CREATE INDEX norm_version_container ON norm_version (line, container) WHERE container IS NOT NULL;
CREATE INDEX norm_version_ranges ON norm_version (line) WHERE ranges IS NOT NULL;
CREATE INDEX norm_version_norm ON norm_version (norm) WHERE norm IS NOT NULL;
CREATE INDEX norm_version_content ON norm_version (past_content) WHERE past_content IS NOT NULL;

CREATE TABLE past_content (
  id INTEGER PRIMARY KEY,
  answer ANY NOT NULL          -- JSON, packed: [text, footnotes, subdivisions, attachments, marks, spans, tables], as in content
) STRICT;

CREATE TABLE text_citations (  -- what a text cites, as it names it: of older texts, and of norms that citation tells of today only
  id INTEGER PRIMARY KEY,
  norm INTEGER REFERENCES norm,
  past_content INTEGER REFERENCES past_content,
  citations ANY NOT NULL       -- JSON, packed: [[start, length, line, path, subdivision, name, is_guess], …]
) STRICT;
CREATE UNIQUE INDEX text_citations_norm ON text_citations (norm) WHERE norm IS NOT NULL;
CREATE UNIQUE INDEX text_citations_content ON text_citations (past_content) WHERE past_content IS NOT NULL;

CREATE TABLE cited_path (      -- which of these texts cite what
  line INTEGER NOT NULL REFERENCES line,
  path TEXT NOT NULL,
  citing INTEGER NOT NULL REFERENCES text_citations,
  times INTEGER NOT NULL,
  PRIMARY KEY (line, path, citing)
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_path_range ON cited_path (line, path) WHERE instr(path, '-');

CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  observed_on TEXT NOT NULL,
  line INTEGER NOT NULL REFERENCES line,
  type TEXT NOT NULL,          -- added, changed, typographic (a change of marks alone), moved, removed
  path TEXT,                   -- NULL: the law as a whole
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  moved_to TEXT
) STRICT;
CREATE INDEX change_day ON change (observed_on, line);
CREATE INDEX change_line ON change (line);
-- Blocks of names with a list for each (search/blocks.ts), in the order of UTF-8.
CREATE TABLE term_block (      -- lists: norms with packed impacts
  first TEXT PRIMARY KEY,
  names BLOB NOT NULL,         -- zstd
  lists BLOB NOT NULL
) STRICT;

CREATE TABLE word_block (      -- lists: norms with the positions of the word
  first TEXT PRIMARY KEY,
  names BLOB NOT NULL,         -- zstd
  lists BLOB NOT NULL
) STRICT;

CREATE TABLE paraphrase (
  terms TEXT PRIMARY KEY,      -- parted by blanks
  wordings TEXT NOT NULL       -- JSON: [[word, …], …]
) STRICT, WITHOUT ROWID;

CREATE TABLE search_numbers (
  name TEXT PRIMARY KEY,       -- sections, citations (of norms), first_norms, citing_laws (of laws), {word,name}_filter
  numbers BLOB NOT NULL        -- unsigned, 32 bits, little-endian
) STRICT, WITHOUT ROWID;
`

/** Created with the first image: a bundle without images does not have it. */
export const IMAGE_TABLE = `
CREATE TABLE image (
  sha256 TEXT PRIMARY KEY,     -- of the bytes, hex digits
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
`

/** Created when all citations are written. */
export const CITATION_INDEX = 'CREATE INDEX citation_norm ON citation (norm) WHERE norm IS NOT NULL'

/**
 * Condition for the rows of `alias` with one (folded) name, at the strongest rank that has any. The name is one parameter:
 * Node 22.15 has no numbered parameters.
 */
export const IS_NAMED = '(name, rank) IN (SELECT name, min(rank) FROM alias WHERE name = ? GROUP BY name)'

/** Keys of the `meta` table. */
export type MetaKey = 'schema_version' | 'digest' | 'listing' | 'coverage' | 'state_law_coverage' | 'search'

/**
 * Placeholder of the digest, which is the SHA-256 of the whole file with this in its place: it covers every byte but its own.
 */
export const DIGEST_PLACEHOLDER = `sha256:${'0'.repeat(64)}`

/** Number of hex digits in the short name of a bundle. */
const ID_DIGITS = 16

/** The short name of a bundle: the first 16 hex digits of its digest. */
export function bundleId(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, ID_DIGITS)
}

/** An element of `content.spans`. */
export type StoredSpan = [kind: TextSpanKind, start: number, end: number]

/** A row of `content.subdivisions`. */
export type StoredSubdivision = [path: string, label: string, start: number, end: number]

export const storedSpan = ({ kind, start, end }: TextSpan): StoredSpan => [kind, start, end]

export const storedSubdivision = ({ path, label, start, end }: SubdivisionSpan): StoredSubdivision => {
  return [path, label, start, end]
}

/** The `coverage` record of the `meta` table, counted by the build. */
export type StoredCoverage = Omit<
  Coverage,
  'bundle_id' | 'digest' | 'schema_version' | 'built_at' | 'state_law_coverage' | 'states'
>

/** @throws LegalTextError `not_ready` with the reason */
export function refuseBundle(file: string, reason: string, cause?: unknown): never {
  throw new LegalTextError('not_ready', say`cannot open ${file}: ${reason}`, {}, { cause })
}

/**
 * @param version schema version of the file; `undefined` if it is not a bundle
 * @throws LegalTextError `not_ready` for any other version than {@link SCHEMA_VERSION}
 */
export function assertReadable(file: string, version: number | undefined): void {
  if (version === undefined) refuseBundle(file, say`it is not a bundle of legal-text`)
  if (version === SCHEMA_VERSION) return
  const advice = version > SCHEMA_VERSION ? say`a newer version of legal-text reads it` : say`build it again`
  const reads = say`this version of legal-text reads ${SCHEMA_VERSION}`
  refuseBundle(file, say`its schema version is ${version}, ${reads}; ${advice}`)
}
