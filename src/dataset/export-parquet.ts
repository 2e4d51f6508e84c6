/** Writes records as a Parquet file. https://parquet.apache.org/docs/file-format/ */
import { open } from 'node:fs/promises'
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { version } from '../program/package.ts'
import { isNumber, type Row } from './export-database.ts'

/** Rows per row group, which is in memory until it is written. */
const ROWS = 4096

/**
 * Writes one table, row group by row group, compressed with zstd.
 * @param file must not exist
 * @param columns numbers are INT32, all others are strings; all are nullable
 */
export async function exportParquet(
  file: string,
  columns: readonly string[],
  rows: AsyncIterable<{ row: Row }>,
): Promise<void> {
  const bytes = new ByteWriter()
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map((name) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...(isNumber(name)
          ? { type: 'INT32' as const }
          : { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }),
      })),
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (data) => zstdCompressSync(data) },
    createdBy: `legal-text ${version}`,
  })
  const handle = await open(file, 'wx')
  const flush = async () => {
    await handle.writeFile(bytes.getBytes())
    bytes.index = 0
  }
  const writeGroup = async (group: readonly Row[]) => {
    parquet.write({
      columnData: columns.map((name) => ({ name, data: group.map((row) => row[name] ?? null) })),
      rowGroupSize: ROWS,
    })
    await flush()
  }
  try {
    let group: Row[] = []
    for await (const { row } of rows) {
      if (group.push(row) < ROWS) continue
      await writeGroup(group)
      group = []
    }
    await writeGroup(group)
    await parquet.finish()
    await flush()
  } finally {
    await handle.close()
  }
}
