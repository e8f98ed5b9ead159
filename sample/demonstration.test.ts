import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRights, waitForAccountStatus } from '../server/features/accounts/decommission/decommissionable.fixture.ts'
import { decommissionAccount } from '../server/features/accounts/decommission/remove/decommissionAccount.ts'
import { addSampleDecommissions } from '../simulator/sampleDecommissions.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { until } from '../test/until.ts'
import { seed } from './seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const options = { issuer: app.config.oidc.issuer, company: app.company, demonstration: true }
  for (let turn = 0; turn < 2; turn++) await seed(app.databaseUrl, options)
})
afterAll(() => app.close())

it('sends the sample’s alerts to ServiceNow once, after the first start', async () => {
  const groups = () => app.db.selectFrom('alert_groups').select(['state', 'incident_number', 'incident_status', 'problem']).execute()
  await app.jobs.send(app.db, 'syncAlertsToServiceNow', {})
  await until(async () => (await groups()).every(({ incident_number }) => incident_number !== null))
  const alertGroups = await groups()
  expect(alertGroups.filter(({ state }) => state === 'firing').length).toBeGreaterThan(2)
  for (const each of alertGroups)
    expect(each).toMatchObject({ incident_status: each.state === 'firing' ? 'open' : 'resolved', problem: null })
  expect(new Set(alertGroups.map(({ incident_number }) => incident_number)).size).toBe(alertGroups.length)
})

it('shows the sample’s feedback, and numbers new feedback after it', async () => {
  const { body } = await app.as(app.persona('Niamh').id).get('/feedback')
  expect(body.total).toBe(6)
  const next = await app.as(app.persona('Priya').id).post('/feedback', { rating: 4, page: '/app/accounts' })
  expect([next.status, next.body.reference.slice(-4)]).toEqual([201, '0007'])
})

it('shows the progress of the sample’s decommissions, which can be undone', async () => {
  addSampleDecommissions(app.simulator)
  const admin = app.as(app.persona('Niamh').id)
  const decommissioningAccounts = app.company.accounts.filter(({ status }) => status === 'decommissioning')
  const alertGroups = await Promise.all(decommissioningAccounts.map(async ({ id }) => (await admin.get(`/accounts/${id}/retirement`)).body))
  expect(new Set(alertGroups.map(({ reference }) => reference)).size).toBe(decommissioningAccounts.length)
  for (const { phase, work, rightsKept, can } of alertGroups) {
    expect(rightsKept).toBeGreaterThan(5)
    expect(work.steps.map(({ name }: { name: string }) => name)).toEqual(decommissionAccount.steps.map(({ name }) => name))
    expect(can.undo === true).toBe(phase === 'grace')
  }
  const [current, stored] = ['deleteResources', 'waitForVaults'].map((name) =>
    alertGroups.find(({ work }) =>
      work.steps.some((step: { name: string; status: string }) => step.name === name && /failed|waiting/.test(step.status)),
    ),
  )
  expect([current.work.status, stored.work.status]).toEqual(['failed', 'waiting'])
  const { arm } = app.context.clients
  const subscriptionOf = ({ accountId }: { accountId: string }) =>
    decommissioningAccounts.find(({ id }) => id === accountId)!.subscriptionId
  expect(await arm.listLocks(subscriptionOf(current))).toMatchObject([{ name: 'keep-data' }])
  const [vault] = await arm.listBackupVaults(subscriptionOf(stored))
  expect(vault?.items.length).toBeGreaterThan(0)
  expect(await arm.listResourceGroups(subscriptionOf(stored))).toHaveLength(1)

  const waitingDecommission = alertGroups.find(({ work }) =>
    work.steps.some((step: { name: string; status: string }) => step.name === 'waitOutGrace' && step.status === 'waiting'),
  )
  expect(await readRights(app, { subscriptionId: subscriptionOf(waitingDecommission) })).toEqual([])
  expect((await admin.post(`/accounts/${waitingDecommission.accountId}/updates/${waitingDecommission.updateId}/undo`)).status).toBe(202)
  await waitForAccountStatus(app, waitingDecommission, 'active')
  expect((await readRights(app, { subscriptionId: subscriptionOf(waitingDecommission) })).length).toBe(waitingDecommission.rightsKept)
})
