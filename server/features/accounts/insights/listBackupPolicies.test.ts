import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeSchedule } from './backupLabels.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const machineFamilies = /ledger|payroll|treasury|tax|property/i
const active = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
const accountsWithMachines = () => active().filter(({ name, environment }) => machineFamilies.test(name) && environment === 'production')
const path = (id: string) => `/accounts/${id}/rsvPolicies`
const admin = () => app.as(app.persona('Niamh').id)

describe('listBackupPolicies', () => {
  it('describes the policies in plain language', async () => {
    const { body } = await admin().get(path(accountsWithMachines()[0]!.id))
    const ownPolicy = body.policies.find((policy: { name: string }) => policy.name === 'ng-machines-daily')
    expect(ownPolicy).toMatchObject({ vault: body.vaults[0].name, protects: 'Virtual machines', timeZone: 'Europe/London' })
    expect(ownPolicy.rules).toEqual([
      {
        copy: null,
        schedule: expect.stringContaining('01:30'),
        retention: ['35 days', '12 weeks', '12 months', '7 years'].map((time) => expect.stringContaining(time)),
      },
    ])
    const logPolicy = body.policies.find((policy: { name: string }) => policy.name === 'HourlyLogBackup')
    expect(logPolicy.rules.map((rule: { copy: string; schedule: string }) => [rule.copy, rule.schedule])).toEqual([
      ['Full', expect.stringContaining('22:00')],
      ['Log', describeSchedule({ schedulePolicyType: 'LogSchedulePolicy', scheduleFrequencyInMins: 60 })],
    ])
  })

  it('returns every VM, with or without backup, and failed backups', async () => {
    const accounts = accountsWithMachines().slice(0, 6)
    const responses = await Promise.all(accounts.map(({ id }) => admin().get(path(id))))
    for (const [index, { body }] of responses.entries()) {
      const { subscriptionId } = accounts[index]!
      const machines = await app.context.clients.arm.listResources(subscriptionId, { type: 'Microsoft.Compute/virtualMachines' })
      const listedIds = [...body.protectedMachines, ...body.unprotectedMachines].map((machine: { id: string }) => machine.id)
      expect(listedIds.sort()).toEqual(machines.map(({ id }) => id).sort())
      const itemCount = body.policies.reduce((sum: number, { items }: { items: number }) => sum + items, 0)
      expect(itemCount).toBe(body.protectedMachines.length)
    }
    const allMachines = responses.flatMap(({ body }) => body.protectedMachines)
    expect(new Set(allMachines.map(({ state }: { state: string }) => state))).toEqual(new Set(['good', 'failed']))
    expect(responses.flatMap(({ body }) => body.unprotectedMachines).length).toBeGreaterThan(0)
    const failedMachine = allMachines.find(({ state }: { state: string }) => state === 'failed')
    expect(Date.parse(failedMachine.lastRecoveryPointAt)).toBeLessThan(Date.parse(failedMachine.lastBackupAt) - 86_400_000)
  })

  it('returns an empty list without a vault', async () => {
    const account = active().find(({ name, environment }) => /checkout|basket/.test(name) && environment === 'development')!
    expect((await admin().get(path(account.id))).body).toMatchObject({ vaults: [], policies: [], protectedMachines: [] })
  })

  roleSuite(
    'listBackupPolicies',
    () => app,
    () => ({ path: path(accountsWithMachines()[0]!.id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it.each([
    ['RecoveryServices', 7],
    ['ResourceGraph', 8],
  ])('returns 502 when %s fails, and reads again on the next call', async (service, index) => {
    const { id } = accountsWithMachines()[index]!
    const failureResponse = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: service, action: failureResponse })
    expect((await admin().get(path(id))).body).toMatchObject({ status: 502, code: 'outsideFailed' })
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(id))).status).toBe(200)
  })
})
