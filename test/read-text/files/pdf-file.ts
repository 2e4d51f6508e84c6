/** Makes one-page PDF files for tests. */

/** @param content page operators in Latin-1; the font is `/F` @returns the file without its cross-reference table */
export function pdfFile(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  const numbered = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.4\n${numbered.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

interface Setting {
  /** Start of the first line, in points from the lower left. */
  at?: [x: number, y: number]
  /** Rotation of the lines in degrees, counterclockwise. */
  turn?: number
  /** Extra width of each space, in points. */
  gap?: number
}

/** Operators for lines of text, 14 points apart. */
export function setLines(
  lines: readonly string[],
  { at: [x, y] = [60, 780], turn = 0, gap = 0 }: Setting = {},
): string {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const matrix = (index: number) =>
    [cos, sin, -sin, cos, x + 14 * index * sin, y - 14 * index * cos].map((number) => number.toFixed(4)).join(' ')
  return lines.map((line, index) => `BT /F 11 Tf ${gap} Tw ${matrix(index)} Tm (${line}) Tj ET`).join('\n')
}
