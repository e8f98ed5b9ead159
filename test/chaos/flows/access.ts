import { employees } from '../employees.ts'
import type { World } from '../world.ts'
import { activeAccounts, type Flow, requireStatus } from './flow.ts'

export function accessFlow(world: World): Flow {
  const requests: { id: string; revoked: boolean }[] = []
  let accepted = 0
  const personIds = employees(world)
    .filter(({ id }) => id !== world.persona('Daniel').id)
    .map(({ id }) => id)
  return {
    name: 'access',
    pauseMs: 500,
    async round(n) {
      const accounts = activeAccounts(world)
      const account = accounts[n % accounts.length]!
      const personId = personIds[Math.floor(n / accounts.length) % personIds.length]!
      const group = await world.withDatabase((db) =>
        db
          .selectFrom('access_groups')
          .select(['id'])
          .where('name', '=', `az-${account.name}-readers`)
          .where('status', '=', 'ready')
          .executeTakeFirstOrThrow(),
      )
      const body = { groupId: group.id, justification: 'To look into what the checkout does on Fridays.', durationHours: null }
      const response = await world.as(personId)('POST', `/accounts/${account.id}/accessRequests`, body)
      if (response.status === 409 || response.status === 400 || response.status === 403) return true
      const request = requireStatus(response, 201)
      accepted++
      const daniel = world.as(world.persona('Daniel').id)
      const vote = { decision: 'approve', stage: 1, comment: 'So be it.' }
      requireStatus(await daniel('POST', `/account-approvals/${request.approvals[0].id}`, vote), 200)
      accepted++
      const entry = { id: request.id as string, revoked: false }
      requests.push(entry)
      if (requests.length % 2 === 0) return true
      const assignment = await world.withDatabase((db) =>
        db.selectFrom('group_assignments').select('id').where('request_id', '=', entry.id).executeTakeFirst(),
      )
      if (!assignment) return true
      requireStatus(await daniel('DELETE', `/account-access/${assignment.id}`), 200, 202)
      accepted++
      entry.revoked = true
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const faults: string[] = []
        for (const { id, revoked } of requests) {
          const rows = await db
            .selectFrom('group_assignments as a')
            .innerJoin('access_groups as g', 'g.id', 'a.group_id')
            .select(['a.status', 'a.person_id', 'g.directory_group_id'])
            .where('a.request_id', '=', id)
            .execute()
          const members = await world.context.clients.graph.listDirectMembers(rows[0]?.directory_group_id ?? '')
          const isMember = members.some((member) => member.id === rows[0]?.person_id)
          const expected = revoked ? 'revoked' : 'active'
          if (rows.length !== 1 || rows[0]!.status !== expected || isMember === revoked)
            faults.push(`${id}: ${rows.map(({ status }) => status).join(', ')} for ${expected}, ${isMember ? 'a' : 'no'} member`)
        }
        return faults
      }),
    accepted: () => accepted,
  }
}
