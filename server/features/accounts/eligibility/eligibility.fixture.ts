import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, groupRow, newGroup, roleIds, waitForRunEnd } from '../groups/groups.fixture.ts'
import { renewEligibility } from './renewEligibility.ts'

export const dayMs = 86_400_000
export const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs)

export const eligibilityOf = (app: TestApp, principalId: string) =>
  app.db.selectFrom('role_eligibilities').selectAll().where('principal_id', '=', principalId).executeTakeFirstOrThrow()

export async function makeEligible(app: TestApp, n: number, name: string) {
  const account = accountOf(app, n)
  const body = newGroup(name, { roleDefinitionIds: [roleIds.contributor], assignment: 'eligible', maxDurationHours: null })
  const response = await app.as(app.persona('Niamh').id).post(`/accounts/${account.id}/groups`, body)
  expect(await waitForRunEnd(app, response.body.jobId)).toBe('succeeded')
  const group = await groupRow(app, `az-${account.name}-${name}`)
  const principalId = group.directory_group_id!
  const right = { scope: `/subscriptions/${account.subscriptionId}`, roleDefinitionId: roleIds.contributor, principalId }
  const readEligibility = () => app.context.clients.arm.getRoleEligibility(right)
  return { account, group, principalId, right, readEligibility }
}
export type EligibleRole = Awaited<ReturnType<typeof makeEligible>>

/** Azure accepts a request for an eligibility only after the previous request has completed. */
const completePendingRequests = (app: TestApp) => delay(app.simulator.asyncDelayMs + 50)

export async function endsAt(app: TestApp, { principalId, right, readEligibility }: EligibleRole, end: Date): Promise<void> {
  await completePendingRequests(app)
  const reason = { requestKey: `ends ${end.getTime()}`, justification: 'For a test', type: 'AdminUpdate' as const }
  await app.context.clients.arm.requestRoleEligibility({ ...right, principalType: 'Group', ...reason, expiration: { until: end } })
  await until(async () => {
    const eligibility = await readEligibility()
    return !eligibility || Math.abs(Date.parse(eligibility.properties.endDateTime!) - end.getTime()) < 60_000
  })
  await completePendingRequests(app)
  const times = { ends_at: end, renew_at: new Date(Math.min(end.getTime(), Date.now() - dayMs)) }
  await app.db.updateTable('role_eligibilities').set(times).where('principal_id', '=', principalId).execute()
}

export async function renewalOf(app: TestApp, principalId: string) {
  const { renewal_id } = await eligibilityOf(app, principalId)
  return app.db
    .selectFrom('work_runs')
    .selectAll()
    .where('kind', '=', renewEligibility.kind)
    .where('subject_id', '=', renewal_id!)
    .executeTakeFirstOrThrow()
}

export const stepOf = (app: TestApp, runId: string, name: string) =>
  app.db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', name).executeTakeFirstOrThrow()

export async function advanceToNextStep(app: TestApp, runId: string): Promise<string> {
  let status = ''
  await until(
    async () => {
      status = (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
      if (status === 'waiting') {
        await app.db.updateTable('work_steps').set({ next_attempt_at: null }).where('run_id', '=', runId).execute()
        await app.jobs.send(app.db, 'work', { runId })
      }
      return status === 'succeeded' || status === 'failed'
    },
    undefined,
    300,
  )
  return status
}
