import type { Db } from '../../../db/database.ts'
import { subjectNames } from './subjects.ts'

/** Everyone who can see an event can see the names of these records. */
const namedKinds = ['person', 'accessGroup', 'directoryGroup', 'tower', 'sandboxTemplate']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the current names of people, groups, towers and templates whose IDs an event recorded, by ID. */
export async function contentNames(db: Db, ...contents: unknown[]): Promise<Record<string, string>> {
  const ids = [...new Set(contents.flatMap(idsIn))]
  const names = await subjectNames(
    db,
    ids.flatMap((id) => namedKinds.map((kind) => ({ kind, id }))),
  )
  return Object.fromEntries([...names].map(([key, name]) => [key.slice(key.indexOf(' ') + 1), name]))
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return uuid.test(value) ? [value.toLowerCase()] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}
