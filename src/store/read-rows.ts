/**
 * Row access to an engine. The SQL of this room is common to SQLite and PostgreSQL, except where `store/postgres/dialect.ts`
 * translates it.
 */

/** A parameter of a statement. */
export type Parameter = string | number | bigint | null

/** Reads the rows of a statement; the caller owns them. Parameters are `?`, in order. */
export type AskRows = <Row>(sql: string, ...values: Parameter[]) => Promise<Row[]>

/** As {@link AskRows}, synchronously, from memory or from a file. */
export type ReadRows = <Row>(sql: string, ...values: Parameter[]) => Row[]
