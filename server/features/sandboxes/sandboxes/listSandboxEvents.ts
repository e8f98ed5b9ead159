import { sql } from 'kysely'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { person } from '../../../people/queries.ts'
import { sandboxEventList } from './eventList.ts'
import { canDoInSandbox } from './policy.ts'
import { loadVisibleSandbox } from './queries.ts'
import { SandboxEvent, SandboxId } from './schemas.ts'

export const listSandboxEvents = operation({
  id: 'listSandboxEvents',
  method: 'GET',
  path: '/sandboxes/{id}/events',
  tag: 'sandboxes',
  summary: 'List the history of a sandbox, newest first',
  access: 'owner',
  params: SandboxId,
  query: ListQuery,
  responses: { 200: Page(SandboxEvent) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, params, query, now, allow, audit }) {
    const { id, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id } })
    allow(canDoInSandbox(actor, 'seeInside', facts))
    const { ids: numbers, ...page } = await findPage(db, sandboxEventList, query, sql<boolean>`e.sandbox_id = ${id}`)
    const rows = await db
      .selectFrom('sandbox_events as e')
      .select(['e.id', 'e.at', 'e.kind', 'e.text', 'e.person_id', person(sql`e.person_id`).as('person')])
      .where(sql<boolean>`e.sandbox_id = ${id} and e.number = any (${numbers}::bigint[])`)
      .orderBy(sql`array_position(${numbers}::bigint[], e.number)`)
      .execute()
    const items = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      text: row.text,
      person: row.person_id === null ? null : row.person,
    }))
    return { ...page, items }
  },
})
