/**
 * How the readings of this room ask an engine for rows. Their SQL is what SQLite and PostgreSQL both take, but for what
 * `store/postgres/dialect.ts` translates.
 */

/** A parameter of a statement. */
export type Parameter = string | number | bigint | null

/** Reads the rows of a statement, which the reader may change. Its parameters are `?`, in order. */
export type AskRows = <Row>(sql: string, ...values: Parameter[]) => Promise<Row[]>

/** The same at once, from memory or from a file. */
export type ReadRows = <Row>(sql: string, ...values: Parameter[]) => Row[]
