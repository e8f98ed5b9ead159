import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { liveGrants } from './members.ts'
import { SandboxMember } from './schemas.ts'

/** This limit is higher than the number of members and owners that a sandbox can have. */
const max = 2_000

export const listSandboxMembers = operation({
  id: 'listSandboxMembers',
  method: 'GET',
  path: '/sandboxes/{id}/members',
  tag: 'sandboxes',
  summary: 'List the members of a sandbox with their access, owners first, then by name',
  description: 'Visible to owners and members of the sandbox, administrators and auditors.',
  access: 'owner',
  params: SandboxId,
  responses: { 200: Type.Array(SandboxMember) },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: 'sandbox', id: params.id } })
    const sandbox = await loadSandbox(db, actor, params.id, now())
    allow(sandbox.can['seeInside']!)
    const rows = await selectAssignments(db, actor)
      .where('g.sandbox_id', '=', sandbox.id)
      .where('m.status', 'in', [...liveGrants, 'revoking'])
      .orderBy(sql`m.ends_at nulls first`)
      .orderBy('m.id')
      .limit(max)
      .execute()
    const access = Map.groupBy(
      rows.map((row) => presentAssignment(actor, row, now())),
      ({ person }) => person.id,
    )
    const owners = new Set(sandbox.owners.map(({ id }) => id))
    const otherMembers = [...access.values()].map(([first]) => first!.person).filter(({ id }) => !owners.has(id))
    otherMembers.sort((a, b) => a.displayName.localeCompare(b.displayName))
    return [...sandbox.owners, ...otherMembers].map((person) => ({
      person,
      owner: owners.has(person.id),
      access: access.get(person.id) ?? [],
    }))
  },
})
