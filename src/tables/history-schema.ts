/**
 * The tables of time in a bundle: which states the sources published, and what the laws were in them. They are empty in a
 * bundle of one state. All days are ISO dates; a span has the first and the last state. Those of a dated law are the days
 * that its source tells, the last one of what has no end is 9999-12-31.
 */

export const HISTORY_SCHEMA = `
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
  type TEXT NOT NULL,
  path TEXT,                   -- NULL: the law as a whole
  label TEXT NOT NULL,
  heading TEXT NOT NULL,
  moved_to TEXT
) STRICT;
CREATE INDEX change_day ON change (observed_on, line);
CREATE INDEX change_line ON change (line);
`
