import { sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { person } from '../../../people/queries.ts'
import { whoMaySandbox } from './policy.ts'
import { lookInto } from './queries.ts'
import { SandboxEvent, SandboxId } from './schemas.ts'

export const listSandboxEvents = operation({
  id: 'listSandboxEvents',
  method: 'GET',
  path: '/sandboxes/{id}/events',
  tag: 'sandboxes',
  summary: 'What happened to a sandbox, newest first',
  access: 'owner',
  params: SandboxId,
  query: Type.Pick(ListQuery, ['page', 'size'], { additionalProperties: false }),
  answers: { 200: Page(SandboxEvent) },
  errors: ['notFound'],
  async handler({ db, actor, params, query, now, allow, audit }) {
    const { id, facts } = await lookInto(db, actor, params.id, now())
    audit({ subject: { kind: 'sandbox', id } })
    allow(whoMaySandbox(actor, 'seeInside', facts))
    const { page = 1, size = 25 } = query
    const [rows, counted] = await Promise.all([
      db
        .selectFrom('sandbox_events as e')
        .select(['e.id', 'e.at', 'e.kind', 'e.text', 'e.person_id', person(sql`e.person_id`).as('person')])
        .where('e.sandbox_id', '=', id)
        .orderBy('e.at', 'desc')
        .orderBy('e.number', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute(),
      db.selectFrom('sandbox_events').select(sql<number>`count(*)`.as('total')).where('sandbox_id', '=', id).executeTakeFirstOrThrow(),
    ])
    const items = rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      text: row.text,
      person: row.person_id === null ? null : row.person,
    }))
    return { items, page, size, total: counted.total, totalIsCapped: false }
  },
})
