import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../../test/app.ts'
import { makeSandbox, type SandboxFixture } from '../sandboxes/sandboxes.fixture.ts'
import { syncOwnerAccess } from './members.ts'

export const justification = 'To try the new pricing engine with the team.'
export const clientOf = (app: TestApp, personaName: string) => app.as(app.persona(personaName).id)

export interface TeamSandbox {
  id: string
  name: string
  owners: { id: string; directoryGroupId: string }
  team: { id: string; directoryGroupId: string }
}

let createdCount = 0

/** Creates an active sandbox, by default Daniel’s, with a group for its owners and a group for its team, both in the directory. */
export async function teamSandbox(app: TestApp, sandboxSpec: Partial<SandboxFixture> & { ownedBy?: string[] } = {}): Promise<TeamSandbox> {
  const { ownedBy = ['Daniel'], ...remaining } = sandboxSpec
  createdCount += 1
  const name = remaining.name ?? `team-${createdCount}-${randomUUID().slice(0, 6)}`
  const groups = [
    { suffix: 'owners', role: 'Contributor' },
    { suffix: 'team', role: 'Reader' },
  ]
  const owners = ownedBy.map((personaName) => app.persona(personaName).id)
  const id = await makeSandbox(app.db, { owners, ...remaining, name, terms: { groups, ...remaining.terms } })
  const group = async (suffix: string, role: string) => {
    const fullName = `sbx-${name}-${suffix}`
    const { id: directoryGroupId } = await app.context.clients.graph.createGroup({
      displayName: fullName,
      mailNickname: fullName,
      description: '',
      ownerIds: [],
      memberIds: [],
    })
    return { fullName, directoryGroupId, roles: JSON.stringify([{ roleDefinitionId: randomUUID(), roleName: role, scope: '/' }]) }
  }
  const [ownersGroup, teamGroup] = await Promise.all([group('owners', 'Contributor'), group('team', 'Reader')])
  const status = remaining.status === 'deleted' ? ('deleted' as const) : ('ready' as const)
  const { id: firstId } = await app.db
    .updateTable('access_groups')
    .set({ directory_group_id: ownersGroup.directoryGroupId, roles: ownersGroup.roles })
    .where('name', '=', ownersGroup.fullName)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: secondId } = await app.db
    .insertInto('access_groups')
    .values({
      id: randomUUID(),
      account_id: null,
      sandbox_id: id,
      directory_group_id: teamGroup.directoryGroupId,
      name: teamGroup.fullName,
      roles: teamGroup.roles,
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
    owners: { id: firstId, directoryGroupId: ownersGroup.directoryGroupId },
    team: { id: secondId, directoryGroupId: teamGroup.directoryGroupId },
  }
}

export const addOwners = (app: TestApp, { id }: { id: string }) =>
  app.db.transaction().execute((db) => syncOwnerAccess({ db, jobs: app.context.jobs }, id, app.context.now()))

export async function requestAccess(
  app: TestApp,
  sandbox: TeamSandbox,
  { who: personaName = 'Priya', durationHours = null as number | null, group = 'team' as 'team' | 'owners' } = {},
) {
  const body = { groupId: sandbox[group].id, justification, durationHours }
  const response = await clientOf(app, personaName).post(`/sandboxes/${sandbox.id}/accessRequests`, body)
  return { answer: response, body: response.body, id: response.body.id as string, approvalId: response.body.approvals?.[0]?.id as string }
}

export async function add(
  app: TestApp,
  sandbox: TeamSandbox,
  personaName: string,
  overrides: Record<string, unknown> = {},
  actorName = 'Daniel',
) {
  const { reason, ...membership } = overrides
  const members = [{ personId: app.persona(personaName).id, ...membership }]
  const response = await clientOf(app, actorName).post(`/sandboxes/${sandbox.id}/members`, { groupId: sandbox.team.id, members, reason })
  const body = response.status === 201 ? response.body[0] : response.body
  return { answer: response, body, id: body.id as string, path: `/sandbox-access/access/${body.id}` }
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
