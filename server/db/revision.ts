import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Definition } from './definitions.ts'

/** The number rises with each change of functions, triggers or views, so that an older set never replaces a newer one. */
export interface Revision {
  revision: number
  checksum: string
}

export const revisionFile = 'revision.json'

/** @returns the committed number, with the checksum of these definitions, which can have been edited since */
export function readRevision(folder: URL, definitions: readonly Definition[]): Revision {
  const { revision } = JSON.parse(readFileSync(new URL(revisionFile, folder), 'utf8')) as Revision
  return { revision, checksum: checksumOf(definitions) }
}

export function checksumOf(definitions: readonly Definition[]): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of definitions) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}
