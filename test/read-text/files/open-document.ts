/** Makes OpenDocument texts for tests. */
import { zip } from '../../archive/zip.ts'

export const MIME = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 }

export function odt(body: string, { styles = '', automatic = '', manifest = '<m/>' } = {}): Buffer {
  const content = `<office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`
  return zip([
    MIME,
    { name: 'content.xml', content },
    { name: 'styles.xml', content: `<office:document-styles>${styles}</office:document-styles>` },
    { name: 'META-INF/manifest.xml', content: manifest },
  ])
}
