import { readFileSync, writeFileSync } from 'node:fs'
import { readDefinitions } from '../server/db/definitions.ts'
import { checksumOf, type Revision, revisionFile } from '../server/db/revision.ts'

const folder = new URL('../server/db/functions/', import.meta.url)

/**
 * @returns the text of `server/db/functions/revision.json`: with the same number if no definition has changed, otherwise with the next one
 */
export function nextRevision(text: string): string {
  const checksum = checksumOf(readDefinitions(folder))
  if (!text.includes('<<<<<<<') && (JSON.parse(text) as Revision).checksum === checksum) return text
  // After a merge of two changes, the file can have the numbers of both.
  const numbers = [...text.matchAll(/"revision": (\d+)/g)].map(([, digits]) => Number(digits))
  return `${JSON.stringify({ revision: Math.max(0, ...numbers) + 1, checksum }, null, 2)}\n`
}

if (import.meta.main) {
  const file = new URL(revisionFile, folder)
  writeFileSync(file, nextRevision(readFileSync(file, 'utf8')))
}
