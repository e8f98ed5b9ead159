import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeMissing } from '../../../clients/missingPermission.ts'
import { logger } from '../../../http/logger.ts'
import { checkIdentityProvider } from './checkIdentityProvider.ts'

const path = '/cockpit/doctor/run'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('runDoctor', () => {
  it('reports what is missing to an administrator, and is audited', async () => {
    const permission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    app.simulator.permissions.take(permission)
    const { status, body } = await app.as(app.persona('Niamh').id).post(path)
    app.simulator.permissions.restoreAccess(permission)
    expect(status, JSON.stringify(body)).toBe(200)
    const failed = body.checks.filter((check: { status: string }) => check.status === 'failed')
    expect(failed).toMatchObject([{ id: 'Azure/Microsoft.Resources/tags/write', command: expect.stringContaining('tags/write') }])
    const events = app.db.selectFrom('audit_events').select(['outcome', 'actor_id', 'subject_kind']).where('operation', '=', 'runDoctor')
    expect(await events.execute()).toEqual([{ outcome: 'allowed', actor_id: app.persona('Niamh').id, subject_kind: 'installation' }])
  })

  it('warns about a permission that Azure denies in some subscriptions, with their number', async () => {
    const name = 'Microsoft.Consumption/budgets/write'
    const check = async () => {
      const { body } = await app.as(app.persona('Niamh').id).post(path)
      return body.checks.find((each: { id: string }) => each.id === `Azure/${name}`)
    }
    expect(await check()).toMatchObject({ status: 'ok', detail: null })
    const accounts = await app.db
      .selectFrom('accounts')
      .select(['id', 'subscription_id'])
      .where('subscription_id', 'is not', null)
      .where('status', 'not in', ['decommissioned', 'deleted'])
      .execute()
    const hosts = await app.db.selectFrom('sandbox_hosts').select('subscription_id').where('status', '<>', 'closed').execute()
    const total = new Set([...accounts, ...hosts].map((each) => each.subscription_id!.toLowerCase())).size
    const [denied, other] = accounts
    const now = new Date()
    await app.db
      .insertInto('work_runs')
      .values({
        id: randomUUID(),
        kind: 'setBudget',
        subject_kind: 'account',
        subject_id: denied!.id,
        status: 'failed',
        at_step: 'putBudget',
        stuck_since: now,
        cause_service: 'Azure',
        cause_code: `missingPermission ${name}`,
        cause_text: describeMissing('Azure', { name, scope: `/subscriptions/${denied!.subscription_id}` }),
      })
      .execute()
    const warned = { status: 'warning', without: expect.any(String), command: null }
    expect(await check()).toMatchObject({ ...warned, detail: expect.stringContaining(` 1 of ${total} `) })
    const missing = [{ name, scope: `/subscriptions/${other!.subscription_id!.toUpperCase()}` }]
    app.context.clients.watch.permissionsChecked('Azure', { covered: [], missing }, now.getTime())
    expect(await check()).toMatchObject({ ...warned, detail: expect.stringContaining(` 2 of ${total} `) })
  })

  it('reports a wrong clock as a wrong clock, and not as something missing', async () => {
    const { clients, config } = app.context
    const inAnHour = () => new Date(Date.now() + 3_600_000)
    const checks = await checkIdentityProvider({ clients, config, logger: logger('silent'), now: inAnHour })
    expect(checks.find(({ id }) => id === 'identity/clock')).toMatchObject({ status: 'failed', without: null })
  })

  roleSuite(
    'runDoctor',
    () => app,
    () => ({ path }),
  )
})
