/**
 * How the readings of this room ask an engine for rows. Their SQL is what SQLite and PostgreSQL both take, but for what
 * `store/postgres/dialect.ts` translates.
 */

/** A parameter of a statement. */
export type Parameter = string | number | bigint | null

/** Reads the rows of a statement. Its parameters are `?`, in order. */
export interface ReadRows {
  <Row>(sql: string, ...values: Parameter[]): Row[]
  /**
   * Says that a statement will be asked with each of these parameters; only of an engine that fetches rows, for which asking
   * takes long, however many rows are asked for.
   */
  readonly announce?: (sql: string, each: readonly (readonly Parameter[])[]) => void
}
