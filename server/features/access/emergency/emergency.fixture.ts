import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { stableId } from '../../../../sample/stableId.ts'
import type { TestApp } from '../../../../test/app.ts'
import { previousAttempts } from '../../../../test/previousAttempts.ts'
import type { EmergencyStatus } from '../../../db/tables.ts'
import { accountOf, roleIds } from '../../accounts/groups/groups.fixture.ts'

export { accountOf, roleIds } from '../../accounts/groups/groups.fixture.ts'

/**
 * The sample’s emergency profile for accounts in Commerce. It gives the role Contributor for at most two hours to a group in which Priya is
 * a member.
 */
export const commerceProfile = stableId('emergency profile/Commerce on call')

export const reason = 'The checkout answers nobody since ten o’clock; restarting it by hand.'
export const report =
  'A node pool had run out of addresses. I made it larger by hand and restarted the checkout; the template has to learn it.'

export const clientOf = (app: TestApp, personaName: string) => app.as(app.persona(personaName).id)
export const requestBody = (overrides: Record<string, unknown> = {}) => ({ profileId: commerceProfile, minutes: 30, reason, ...overrides })

export async function startEmergency(app: TestApp, n: number, overrides: Record<string, unknown> = {}) {
  const account = accountOf(app, n)
  const response = await clientOf(app, 'Priya').post(`/accounts/${account.id}/emergency-access`, requestBody(overrides))
  return { account, answer: response, id: response.body.id as string }
}

export const emergencyRow = (app: TestApp, id: string) =>
  app.db.selectFrom('emergency_accesses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function grantAccessTo(app: TestApp, n: number, overrides: Record<string, unknown> = {}) {
  // The tests use the synced copy of the group when the directory is slow, so the copy must be fresh.
  await app.db.updateTable('directory_groups').set({ checked_at: app.context.now() }).execute()
  const startedEmergency = await startEmergency(app, n, overrides)
  expect(startedEmergency.answer.status).toBe(201)
  await app.drain()
  return { ...startedEmergency, row: await emergencyRow(app, startedEmergency.id) }
}

export async function grantAndRevoke(app: TestApp, n: number) {
  const startedEmergency = await grantAccessTo(app, n)
  expect((await clientOf(app, 'Priya').post(`/emergency-access/${startedEmergency.id}/end`)).status).toBe(202)
  await app.drain()
  return { ...startedEmergency, row: await emergencyRow(app, startedEmergency.id) }
}

export async function grantAndNotify(app: TestApp, n: number) {
  const startedEmergency = await grantAndRevoke(app, n)
  expect((await clientOf(app, 'Priya').post(`/emergency-access/${startedEmergency.id}/afterword`, { report })).status).toBe(200)
  return startedEmergency
}

export async function insertEmergencyAccess(
  app: TestApp,
  n: number,
  status: EmergencyStatus,
  overrides: { dueAt?: Date } = {},
): Promise<string> {
  const id = uuidv7()
  const time = app.context.now()
  const isOver = status !== 'opening' && status !== 'active'
  await app.db
    .insertInto('emergency_accesses')
    .values({
      id,
      reference: `EMG-2026-9${previousAttempts()}${String(n).padStart(3, '0')}`,
      profile_id: commerceProfile,
      account_id: accountOf(app, n).id,
      person_id: app.persona('Priya').id,
      role_definition_id: roleIds.contributor,
      role_name: 'Contributor',
      reason,
      minutes: 30,
      assignment_name: randomUUID(),
      status,
      starts_at: time,
      ends_at: new Date(time.getTime() + 30 * 60_000),
      ended_at: isOver ? time : null,
      report_due_at: isOver ? (overrides.dueAt ?? new Date(time.getTime() + 24 * 3_600_000)) : null,
      ...(status === 'report' ? { report, report_submitted_at: time } : {}),
    })
    .execute()
  return id
}

export async function hasRole(app: TestApp, personaName: string, subscriptionId: string, role = roleIds.contributor): Promise<boolean> {
  const { id } = app.persona(personaName)
  const activeRoles = await app.context.clients.arm.listTemporaryRolesOf(`/subscriptions/${subscriptionId}`, id)
  return activeRoles.some(({ properties }) => properties.principalId === id && properties.roleDefinitionId.endsWith(role))
}

export const incidentOf = async (app: TestApp, number: string) => (await app.context.clients.servicenow.findTicket(number))!

export const notificationKeys = async (app: TestApp, personaName: string, id: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select(['title', 'dedupe_key'])
      .where('person_id', '=', app.persona(personaName).id)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ dedupe_key }) => dedupe_key.split(':').at(-1))
