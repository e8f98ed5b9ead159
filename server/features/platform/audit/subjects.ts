import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { findSubject } from '../../../subjects/registry.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Loads names by `kind id`, in one statement for a page of events. */
export async function subjectNames(db: Db, subjects: { kind: string; id: string | null }[]): Promise<Map<string, string>> {
  const fixedNames = subjects.flatMap(({ kind, id }) => {
    const titles = findSubject(kind)?.titles
    return titles && id !== null && Object.hasOwn(titles, id) ? [[`${kind} ${id}`, titles[id]!.title] as const] : []
  })
  const byKind = Map.groupBy(
    subjects.filter(({ kind, id }) => findSubject(kind)?.nameSource && id && uuid.test(id)),
    ({ kind }) => kind,
  )
  if (byKind.size === 0) return new Map(fixedNames)
  const each = [...byKind].map(([kind, subjectIds]) => {
    const { table, name } = findSubject(kind)!.nameSource!
    return sql`select ${`${kind} `}::text || s.id as key, ${name} as name from ${table} s where s.id = any (${subjectIds.map(({ id }) => id)}::uuid[])`
  })
  const { rows } = await sql<{ key: string; name: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map([...fixedNames, ...rows.map(({ key, name }) => [key, name] as const)])
}
