import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/app.ts'
import { makeSandbox, type WantedSandbox } from '../sandboxes/sandboxes.fixture.ts'
import { keepOwnersIn } from './members.ts'

export const justification = 'To try the new pricing engine with the team.'
export const as = (app: TestApp, who: string) => app.as(app.persona(who).id)

export interface TeamSandbox {
  id: string
  name: string
  owners: { id: string; directoryGroupId: string }
  team: { id: string; directoryGroupId: string }
}

let made = 0

/** Makes an active sandbox, by default Daniel’s, with a group for its owners and one for its team, both in the directory. */
export async function teamSandbox(app: TestApp, wanted: Partial<WantedSandbox> & { ownedBy?: string[] } = {}): Promise<TeamSandbox> {
  const { ownedBy = ['Daniel'], ...rest } = wanted
  made += 1
  const name = rest.name ?? `team-${made}-${randomUUID().slice(0, 6)}`
  const groups = [
    { suffix: 'owners', role: 'Contributor' },
    { suffix: 'team', role: 'Reader' },
  ]
  const owners = ownedBy.map((who) => app.persona(who).id)
  const id = await makeSandbox(app.db, { owners, ...rest, name, terms: { groups, ...rest.terms } })
  const group = async (suffix: string, role: string) => {
    const whole = `sbx-${name}-${suffix}`
    const { id: directoryGroupId } = await app.context.clients.graph.createGroup({
      displayName: whole,
      mailNickname: whole,
      description: '',
      ownerIds: [],
      memberIds: [],
    })
    return { whole, directoryGroupId, roles: JSON.stringify([{ roleDefinitionId: randomUUID(), roleName: role, scope: '/' }]) }
  }
  const [first, second] = await Promise.all([group('owners', 'Contributor'), group('team', 'Reader')])
  const status = rest.status === 'deleted' ? ('deleted' as const) : ('ready' as const)
  const { id: firstId } = await app.db
    .updateTable('access_groups')
    .set({ directory_group_id: first.directoryGroupId, roles: first.roles })
    .where('name', '=', first.whole)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: secondId } = await app.db
    .insertInto('access_groups')
    .values({
      id: randomUUID(),
      account_id: null,
      sandbox_id: id,
      directory_group_id: second.directoryGroupId,
      name: second.whole,
      roles: second.roles,
      assignment: 'active',
      max_duration_hours: null,
      status,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    name,
    owners: { id: firstId, directoryGroupId: first.directoryGroupId },
    team: { id: secondId, directoryGroupId: second.directoryGroupId },
  }
}

export const addOwners = (app: TestApp, { id }: { id: string }) =>
  app.db.transaction().execute((db) => keepOwnersIn({ db, jobs: app.context.jobs }, id, app.context.now()))

/** Requests access to the team, by default as Priya. */
export async function ask(
  app: TestApp,
  sandbox: TeamSandbox,
  { who = 'Priya', durationHours = null as number | null, group = 'team' as 'team' | 'owners' } = {},
) {
  const body = { groupId: sandbox[group].id, justification, durationHours }
  const answer = await as(app, who).post(`/sandboxes/${sandbox.id}/accessRequests`, body)
  return { answer, body: answer.body, id: answer.body.id as string, approvalId: answer.body.approvals?.[0]?.id as string }
}

/** Adds a person to the team without a request. */
export async function add(app: TestApp, sandbox: TeamSandbox, who: string, change: Record<string, unknown> = {}, by = 'Daniel') {
  const { reason, ...membership } = change
  const members = [{ personId: app.persona(who).id, ...membership }]
  const answer = await as(app, by).post(`/sandboxes/${sandbox.id}/members`, { groupId: sandbox.team.id, members, reason })
  const body = answer.status === 201 ? answer.body[0] : answer.body
  return { answer, body, id: body.id as string, path: `/sandbox-access/access/${body.id}` }
}

export async function inGroup(app: TestApp, groupId: string): Promise<string[]> {
  const grants = await app.db
    .selectFrom('group_assignments')
    .select('person_id')
    .where('group_id', '=', groupId)
    .where('status', 'in', ['scheduled', 'granting', 'active'])
    .execute()
  return grants.map((grant) => grant.person_id).sort()
}

export const sandboxEvents = async (app: TestApp, sandboxId: string) =>
  (await app.db.selectFrom('sandbox_events').select('text').where('sandbox_id', '=', sandboxId).orderBy('number').execute()).map(
    ({ text }) => text,
  )
