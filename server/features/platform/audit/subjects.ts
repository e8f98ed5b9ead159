import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import { queueTitles } from '../cockpit/queues.ts'

interface SubjectTable {
  table: RawBuilder<unknown>
  /** What it is called, of the alias `s`. */
  name: RawBuilder<string>
  /** There may be millions, and none has a name of its own to be searched by. */
  unnamed?: true
}

/** Where the things live that events are about; those of other kinds have no name beside their id. */
export const subjectTables: Record<string, SubjectTable> = {
  account: { table: sql`accounts`, name: sql`s.name` },
  accountRequest: { table: sql`account_requests`, name: sql`s.reference` },
  accountUpdate: { table: sql`account_updates`, name: sql`s.reference` },
  accessGroup: { table: sql`access_groups`, name: sql`s.name` },
  accessRequest: { table: sql`access_requests`, name: sql`s.reference` },
  accessReview: { table: sql`access_reviews`, name: sql`s.name` },
  apiKey: { table: sql`api_keys`, name: sql`s.name` },
  approvalPolicy: { table: sql`approval_policies`, name: sql`s.name` },
  catalogueItem: { table: sql`catalogue_items`, name: sql`s.name` },
  channel: { table: sql`notification_channels`, name: sql`s.name` },
  delegation: {
    table: sql`(select d.id, q.display_name || ' for ' || p.display_name as name from delegations d
      join people p on p.id = d.person_id join people q on q.id = d.delegate_id)`,
    name: sql`s.name`,
    unnamed: true,
  },
  edgeRollout: { table: sql`edge_rollouts`, name: sql`s.name` },
  emergencyProfile: { table: sql`emergency_profiles`, name: sql`s.name` },
  family: { table: sql`families`, name: sql`s.name` },
  feedback: { table: sql`feedback`, name: sql`s.reference` },
  groupAssignment: {
    table: sql`(select m.id, p.display_name || ' in ' || g.name as name from group_assignments m
      join people p on p.id = m.person_id join access_groups g on g.id = m.group_id)`,
    name: sql`s.name`,
    unnamed: true,
  },
  person: { table: sql`people`, name: sql`s.display_name` },
  pimActivation: {
    table: sql`(select t.id, t.role_name || ' in ' || a.name as name from pim_activations t join accounts a on a.id = t.account_id)`,
    name: sql`s.name`,
    unnamed: true,
  },
  policyChange: { table: sql`(select change_id as id, name from approval_policies)`, name: sql`s.name`, unnamed: true },
  sandboxAccessRequest: { table: sql`access_requests`, name: sql`s.reference`, unnamed: true },
  sandbox: { table: sql`sandboxes`, name: sql`s.name` },
  sandboxHost: { table: sql`sandbox_hosts`, name: sql`s.name` },
  sandboxRequest: { table: sql`sandbox_requests`, name: sql`s.reference` },
  sandboxTemplate: { table: sql`sandbox_templates`, name: sql`s.name` },
  session: {
    table: sql`(select s.id, p.display_name as name from sessions s join people p on p.id = s.person_id)`,
    name: sql`s.name`,
    unnamed: true,
  },
  tower: { table: sql`towers`, name: sql`s.name` },
  workRun: { table: sql`work_runs`, name: sql`coalesce(s.name, s.reference)`, unnamed: true },
}

/** Of things that live in the code, by their id. */
const fixedNames: Record<string, Record<string, { title: string }>> = { setting: settingCatalogue, queue: queueTitles }

function fixedName(kind: string, id: string): string | undefined {
  const names = fixedNames[kind]
  return names && Object.hasOwn(names, id) ? names[id]?.title : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What things are called, by `kind id`: one statement for a page of events. */
export async function subjectNames(db: Db, subjects: { kind: string; id: string | null }[]): Promise<Map<string, string>> {
  const fixed = subjects.flatMap(({ kind, id }) => {
    const name = id === null ? undefined : fixedName(kind, id)
    return name === undefined ? [] : [[`${kind} ${id}`, name] as const]
  })
  const byKind = Map.groupBy(
    subjects.filter(({ kind, id }) => subjectTables[kind] && id && uuid.test(id)),
    ({ kind }) => kind,
  )
  if (byKind.size === 0) return new Map(fixed)
  const each = [...byKind].map(([kind, of]) => {
    const { table, name } = subjectTables[kind]!
    return sql`select ${`${kind} `}::text || s.id as key, ${name} as name from ${table} s where s.id = any (${of.map(({ id }) => id)}::uuid[])`
  })
  const { rows } = await sql<{ key: string; name: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return new Map([...fixed, ...rows.map(({ key, name }) => [key, name] as const)])
}
