/**
 * The bundle: one immutable SQLite file. Norms are numbered from 0, by code and then in document order, so that the norms of a law
 * are one range, to which search can restrict itself. Packed columns are those of `packed-text.ts`.
 */

import { say } from '../i18n/texts.ts'
import type { Coverage, NormStatus, TextSpan, TextSpanKind } from '../model/corpus.ts'
import { NOW } from '../model/law-history.ts'
import type { SubdivisionSpan } from '../model/parsed-law.ts'
import { LegalTextError } from '../util/errors.ts'

/** Incremented whenever a reader of the old schema could misread the new one. */
export const SCHEMA_VERSION = 14

/** SQLite's application id of a bundle: `LTX1`. */
export const APPLICATION_ID = 0x4c545831

/** First number of laws, norms and contents that the newest state lacks: above all numbers of that state. */
export const FIRST_PAST = 2 ** 22

/** Condition for the rows of the newest state. @param rows table or alias; empty for the only one of a statement */
export const isOfToday = (rows = '') => `${rows && `${rows}.`}state_to = '${NOW}'`

/** Selects the number of norms of the newest state, as `norms`. */
export const NORM_COUNT = `SELECT coalesce(max(id) + 1, 0) AS norms FROM norm WHERE id < ${FIRST_PAST}`

export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- A law, an alias and a norm have a span: the first and the last state that had them, as ISO dates. Those of a dated law are
-- the days that its source tells, those to come, too. What the newest state has ends with now, and has a last day if the source
-- tells what comes after it. In a bundle of one state it has no first state.
CREATE TABLE law (             -- a law as one document had it
  id INTEGER PRIMARY KEY,      -- of the newest state from 0 by code, of others from ${FIRST_PAST}
  line INTEGER NOT NULL REFERENCES law, -- its last row: the law through all states
  code TEXT NOT NULL,
  identity TEXT NOT NULL,      -- what identifies the law in all states of its source
  dated INTEGER NOT NULL,      -- 0, 1: the source tells from which day each version holds
  state_from TEXT,
  state_to TEXT NOT NULL,
  last_day TEXT,
  known_from TEXT,             -- from which day its text is known, if that is not its first day
  starts_version INTEGER NOT NULL, -- 0, 1: something in it differs from the row before
  abbreviation TEXT NOT NULL,
  title TEXT NOT NULL,
  jurisdiction TEXT NOT NULL,
  source_family TEXT NOT NULL,
  language TEXT NOT NULL,      -- ISO 639-1
  norm_count INTEGER NOT NULL,
  status_date TEXT,
  status_note TEXT,            -- the amendment of that day
  in_force_from TEXT,          -- ISO dates of effect, if the source names them
  in_force_to TEXT,
  state TEXT NOT NULL,         -- JSON: model/law-state.ts
  first_norm INTEGER,          -- NULL for a row of other states
  names TEXT NOT NULL,         -- folded names, each on a line; after an empty one places in gazettes
  source TEXT NOT NULL,        -- JSON: what the provenance of its norms shares
  html_url TEXT,
  document_id TEXT NOT NULL,
  answer INTEGER NOT NULL REFERENCES law_answer
) STRICT;
CREATE INDEX law_code ON law (code, state_to);
CREATE INDEX law_line ON law (line, state_to);
CREATE INDEX law_dated ON law (line, state_from) WHERE dated = 1;

CREATE TABLE law_answer (      -- the answer of the law operation, but for its provenance
  id INTEGER PRIMARY KEY,
  answer ANY NOT NULL          -- JSON, packed
) STRICT;

CREATE TABLE alias (
  name TEXT NOT NULL,          -- folded
  rank INTEGER NOT NULL,
  law INTEGER NOT NULL REFERENCES law, -- its line
  state_from TEXT,
  state_to TEXT NOT NULL,
  PRIMARY KEY (name, rank, law, state_to)
) STRICT, WITHOUT ROWID;

CREATE TABLE norm (            -- a norm in all consecutive documents that had it unchanged in every respect
  id INTEGER PRIMARY KEY,      -- of the newest state from 0, of others from ${FIRST_PAST}
  law INTEGER NOT NULL REFERENCES law, -- its line
  path TEXT NOT NULL,
  state_from TEXT,
  state_to TEXT NOT NULL,
  last_day TEXT,
  version_from TEXT,           -- of the rows in a row that have the same wording
  version_to TEXT,
  moved_from TEXT,
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  status TEXT NOT NULL,
  in_force_from TEXT,          -- ISO dates of effect, if the source names them
  in_force_to TEXT,
  valid_from TEXT,             -- the first and the last day of its version, as the source names them
  valid_to TEXT,
  kind TEXT NOT NULL,
  ranges TEXT,                 -- JSON: [[kind, first, last], …]; NULL if it stands for no others
  container TEXT,              -- path
  previous TEXT,               -- paths; NULL in the newest state, where they are the norms numbered before and after it
  next TEXT,
  structure INTEGER NOT NULL REFERENCES structure,
  document_id TEXT NOT NULL,
  html_url TEXT,               -- NULL where nothing tells it
  source TEXT,                 -- JSON as in law, where it differs
  content INTEGER NOT NULL REFERENCES content
) STRICT;
CREATE UNIQUE INDEX norm_path ON norm (law, path, state_to);
CREATE INDEX norm_container ON norm (law, container) WHERE container IS NOT NULL;
CREATE INDEX norm_ranges ON norm (law) WHERE ranges IS NOT NULL;
CREATE INDEX norm_content ON norm (content) WHERE state_from IS NOT NULL;

CREATE TABLE structure (id INTEGER PRIMARY KEY, headings TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE content (
  id INTEGER PRIMARY KEY,      -- of the newest state the number of its norm, of others from ${FIRST_PAST}
  text ANY NOT NULL,           -- packed
  footnotes TEXT NOT NULL,
  subdivisions ANY NOT NULL,   -- JSON, packed: [[path, label, start, end, in_force_from, in_force_to, status], …]
  attachments TEXT NOT NULL,   -- JSON
  marks ANY NOT NULL,          -- JSON, packed
  spans ANY NOT NULL,          -- JSON, packed: [[kind, start, end], …]
  tables ANY NOT NULL          -- JSON, packed
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

CREATE TABLE amendment (       -- what norms of amending laws change, in their order
  amending INTEGER NOT NULL REFERENCES norm,
  place INTEGER NOT NULL,      -- among the amendments of its norm, from 0
  amended INTEGER REFERENCES norm, -- NULL where the corpus does not have it
  name TEXT NOT NULL,          -- of the amended law, as the source identifies it
  subdivision TEXT,            -- of what is amended
  effective_from TEXT,         -- ISO date
  PRIMARY KEY (amending, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX amendment_amended ON amendment (amended) WHERE amended IS NOT NULL;

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

CREATE TABLE state (           -- which states the sources published; empty in a bundle of one state
  observed_on TEXT PRIMARY KEY,
  source TEXT NOT NULL,
  listing TEXT NOT NULL,       -- complete, cumulative, partial
  incomplete TEXT              -- what of it could not be read
) STRICT, WITHOUT ROWID;

CREATE TABLE text_citations (  -- what a text cites, as it names it: of older texts, and of those for which citation tells of today only
  content INTEGER PRIMARY KEY REFERENCES content,
  citations ANY NOT NULL       -- JSON, packed: [[start, length, law, path, subdivision, name, is_guess], …]
) STRICT;

CREATE TABLE cited_path (      -- which of these texts cite what
  law INTEGER NOT NULL REFERENCES law, -- its line
  path TEXT NOT NULL,
  citing INTEGER NOT NULL REFERENCES text_citations,
  times INTEGER NOT NULL,
  PRIMARY KEY (law, path, citing)
) STRICT, WITHOUT ROWID;
CREATE INDEX cited_path_range ON cited_path (law, path) WHERE instr(path, '-');

CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  observed_on TEXT NOT NULL,
  law INTEGER NOT NULL REFERENCES law, -- its line
  type TEXT NOT NULL,          -- added, changed, typographic (a change of marks alone), moved, removed
  path TEXT,                   -- NULL: the law as a whole
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  moved_to TEXT
) STRICT;
CREATE INDEX change_day ON change (observed_on, law);
CREATE INDEX change_law ON change (law);

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

CREATE TABLE question_block (  -- lists: questions with packed impacts
  first TEXT PRIMARY KEY,
  names BLOB NOT NULL,         -- zstd
  lists BLOB NOT NULL
) STRICT;

CREATE TABLE question (        -- how people ask for norms, by ascending norms
  id INTEGER PRIMARY KEY,      -- from 0
  norm INTEGER NOT NULL REFERENCES norm,
  subdivision TEXT,            -- path of a row of a schedule; NULL for the norm as a whole
  text TEXT NOT NULL
) STRICT;

CREATE TABLE paraphrase (
  terms TEXT PRIMARY KEY,      -- parted by blanks
  wordings TEXT NOT NULL       -- JSON: [[word, …], …]
) STRICT, WITHOUT ROWID;

CREATE TABLE search_numbers (
  name TEXT PRIMARY KEY,       -- sections, citations (of norms), questions (their norms), first_norms, citing_laws (of laws), {word,name}_filter
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
 * Condition for the rows of `alias` with a (folded) name in the newest state, at the strongest rank that has any. The name is one
 * parameter: Node 22.15 has no numbered parameters.
 */
export const IS_NAMED = `${isOfToday('alias')} AND (name, rank) IN
  (SELECT name, min(rank) FROM alias WHERE name = ? AND ${isOfToday()} GROUP BY name)`

/** Keys of the `meta` table. */
export type MetaKey = 'schema_version' | 'digest' | 'listing' | 'coverage' | 'state_law_coverage' | 'search'

/** Placeholder of the digest: the SHA-256 of the whole file with this in its place, so that it covers every other byte. */
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
export type StoredSubdivision = [
  path: string,
  label: string,
  start: number,
  end: number,
  /** Days of effect, if they differ from those of its norm. */
  inForceFrom?: string | null,
  inForceTo?: string | null,
  status?: NormStatus,
]

export const storedSpan = ({ kind, start, end }: TextSpan): StoredSpan => [kind, start, end]

export function storedSubdivision(span: SubdivisionSpan): StoredSubdivision {
  const { path, label, start, end, inForceFrom = null, inForceTo = null, status } = span
  return status === undefined ? [path, label, start, end] : [path, label, start, end, inForceFrom, inForceTo, status]
}

/** The span of a stored subdivision. */
export function subdivisionSpan([path, label, start, end, from, to, status]: StoredSubdivision): SubdivisionSpan {
  const span = { path, label, start, end }
  return status === undefined ? span : { ...span, inForceFrom: from ?? undefined, inForceTo: to ?? undefined, status }
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
