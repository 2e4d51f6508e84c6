/** Invented laws with images, whose bytes are generated here. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { designated, norm, xml } from './gii/document.ts'

/** A GIF of one colour, with a comment that makes its bytes unique. */
export function gif(width: number, height: number, comment = ''): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const text = Buffer.from(comment.slice(0, 255))
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0x80, 0, 0, 255, 255, 255, 0, 0, 0, 0x21, 0xfe, text.length]),
    text,
    Buffer.from([...(text.length > 0 ? [0] : []), 0x3b]),
  ])
}

/** Only the header of a PNG. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.set([8, 2], 24)
  return bytes
}

/** A JPEG with a comment and fill bytes before its frame. */
export function jpeg(width: number, height: number, comment = 'x'): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const text = Buffer.from(comment)
  const head = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xfe, 0, text.length + 2]
  return Buffer.concat([Buffer.from(head), text, Buffer.from([0xff, 0xff]), frame, Buffer.from([0xff, 0xd9])])
}

export const img = (src: string, alt = '') =>
  `<IMG Height="1" Pos="inline" SRC="${src}" Type="jpg" Width="1" alt="${alt}"/>`

/** XML of a law whose first sections have these contents. @param number ends its document number */
export function lawWith(abbreviation: string, number: string, contents: readonly string[]): string {
  const header = norm('', `<langue>Gesetz über ${abbreviation}</langue>`)
  const sections = contents.map((content, index) => {
    return designated(`BJNE00${index + 1}00000`, `§ ${index + 1}`, content === '' ? '' : `<P>${content}</P>`)
  })
  return xml(sections, header).replaceAll('TestG', abbreviation).replaceAll('BJNR900000000', `BJNR90000000${number}`)
}

/** Files by path. */
export type Files = Readonly<Record<string, string | Buffer>>

/** Two laws that share an image: one with signs, one with tables. */
export const LAWS: Files = {
  'zeichenv/BJNR900000001.xml': lawWith('ZeichenV', '1', [
    `Zeichen 1 ${img('zeichen_0010.jpg', 'Ein roter &quot;Kreis&quot;')} gilt.`,
    img('zeichen_0020.gif'),
    `Formel ${img('formel.png', 'a mal b')} und ${img('fehlt.jpg', 'Nicht da')}.`,
  ]),
  'zeichenv/zeichen_0010.jpg': jpeg(300, 200),
  'zeichenv/zeichen_0020.gif': gif(16, 9),
  'zeichenv/formel.png': png(120, 30),
  'zeichenv/ungenannt.jpg': jpeg(1, 1, 'niemand nennt es'),
  'planv/BJNR900000002.xml': lawWith('PlanV', '2', [`Auch hier ${img('kreis.jpg', 'Kreis')} gilt es.`, 'Ohne Bild.']),
  'planv/kreis.jpg': jpeg(300, 200),
}

export function writeFiles(folder: string, files: Files): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
