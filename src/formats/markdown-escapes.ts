/** Text that is read as it stands: what could be markup is escaped. */
export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/\r/g, ' ')
    .replace(/^(\s*)([#+\-=])/, '$1\\$2')
    .replace(/(?<!\\)#(?=#*\s*$)/g, '\\#')
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
