import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { stableId } from '../../../../sample/stableId.ts'
import type { TestApp } from '../../../../test/app.ts'
import { earlierTries } from '../../../../test/earlierTries.ts'
import type { EmergencyStatus } from '../../../db/tables.ts'
import { accountOf, roleIds } from '../../accounts/groups/groups.fixture.ts'

export { accountOf, roleIds } from '../../accounts/groups/groups.fixture.ts'

/** The sample’s emergency profile for accounts in Commerce: Contributor for at most two hours, for a group with Priya in it. */
export const commerceProfile = stableId('emergency profile/Commerce on call')

export const reason = 'The checkout answers nobody since ten o’clock; restarting it by hand.'
export const report =
  'A node pool had run out of addresses. I made it larger by hand and restarted the checkout; the template has to learn it.'

export const as = (app: TestApp, who: string) => app.as(app.persona(who).id)
export const wanted = (change: Record<string, unknown> = {}) => ({ profileId: commerceProfile, minutes: 30, reason, ...change })

/** Starts emergency access for Priya in one of Daniel’s accounts. */
export async function begin(app: TestApp, n: number, change: Record<string, unknown> = {}) {
  const account = accountOf(app, n)
  const answer = await as(app, 'Priya').post(`/accounts/${account.id}/emergency-access`, wanted(change))
  return { account, answer, id: answer.body.id as string }
}

export const emergencyRow = (app: TestApp, id: string) =>
  app.db.selectFrom('emergency_accesses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function grantAccessTo(app: TestApp, n: number, change: Record<string, unknown> = {}) {
  // The tests rely on the synced copy of the group when the directory is slow, so it must be fresh.
  await app.db.updateTable('directory_groups').set({ checked_at: app.context.now() }).execute()
  const started = await begin(app, n, change)
  expect(started.answer.status).toBe(201)
  await app.drain()
  return { ...started, row: await emergencyRow(app, started.id) }
}

export async function grantAndRevoke(app: TestApp, n: number) {
  const started = await grantAccessTo(app, n)
  expect((await as(app, 'Priya').post(`/emergency-access/${started.id}/end`)).status).toBe(202)
  await app.drain()
  return { ...started, row: await emergencyRow(app, started.id) }
}

export async function grantAndNotify(app: TestApp, n: number) {
  const started = await grantAndRevoke(app, n)
  expect((await as(app, 'Priya').post(`/emergency-access/${started.id}/afterword`, { report })).status).toBe(200)
  return started
}

/** Writes an emergency access of Priya with this status straight into the tables, without any effect outside. */
export async function insertEmergencyAccess(
  app: TestApp,
  n: number,
  status: EmergencyStatus,
  change: { dueAt?: Date } = {},
): Promise<string> {
  const id = uuidv7()
  const at = app.context.now()
  const over = status !== 'opening' && status !== 'active'
  await app.db
    .insertInto('emergency_accesses')
    .values({
      id,
      reference: `EMG-2026-9${earlierTries()}${String(n).padStart(3, '0')}`,
      profile_id: commerceProfile,
      account_id: accountOf(app, n).id,
      person_id: app.persona('Priya').id,
      role_definition_id: roleIds.contributor,
      role_name: 'Contributor',
      reason,
      minutes: 30,
      assignment_name: randomUUID(),
      status,
      starts_at: at,
      ends_at: new Date(at.getTime() + 30 * 60_000),
      ended_at: over ? at : null,
      report_due_at: over ? (change.dueAt ?? new Date(at.getTime() + 24 * 3_600_000)) : null,
      ...(status === 'report' ? { report, report_submitted_at: at } : {}),
    })
    .execute()
  return id
}

export async function holds(app: TestApp, who: string, subscriptionId: string, role = roleIds.contributor): Promise<boolean> {
  const { id } = app.persona(who)
  const held = await app.context.clients.arm.listTimedRolesOf(`/subscriptions/${subscriptionId}`, id)
  return held.some(({ properties }) => properties.principalId === id && properties.roleDefinitionId.endsWith(role))
}

export const incidentOf = async (app: TestApp, number: string) => (await app.context.clients.servicenow.findTicket(number))!

export const notificationKeys = async (app: TestApp, who: string, id: string) =>
  (
    await app.db
      .selectFrom('notifications')
      .select(['title', 'dedupe_key'])
      .where('person_id', '=', app.persona(who).id)
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ dedupe_key }) => dedupe_key.split(':').at(-1))
