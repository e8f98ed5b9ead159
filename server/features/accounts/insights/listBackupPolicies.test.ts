import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const machineFamilies = /ledger|payroll|treasury|tax|property/i
const active = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
const withMachines = () => active().filter(({ name, environment }) => machineFamilies.test(name) && environment === 'production')
const path = (id: string) => `/accounts/${id}/rsvPolicies`
const admin = () => app.as(app.persona('Niamh').id)

describe('listBackupPolicies', () => {
  it('describes the policies in plain words', async () => {
    const { body } = await admin().get(path(withMachines()[0]!.id))
    const own = body.policies.find((policy: { name: string }) => policy.name === 'ng-machines-daily')
    expect(own).toMatchObject({ vault: body.vaults[0].name, protects: 'Virtual machines', timeZone: 'Europe/London' })
    expect(own.rules).toEqual([
      {
        copy: null,
        schedule: 'Every day at 01:30',
        retention: [
          'Each copy for 35 days',
          'That of Sunday for 12 weeks',
          'That of the first Sunday of the month for 12 months',
          'That of the first Sunday of January for 7 years',
        ],
      },
    ])
    const logs = body.policies.find((policy: { name: string }) => policy.name === 'HourlyLogBackup')
    expect(logs.rules.map((rule: { copy: string; schedule: string }) => [rule.copy, rule.schedule])).toEqual([
      ['Full', 'Every day at 22:00'],
      ['Log', 'Every hour'],
    ])
  })

  it('returns every machine, with or without backup, and failed backups', async () => {
    const some = withMachines().slice(0, 6)
    const answers = await Promise.all(some.map(({ id }) => admin().get(path(id))))
    for (const [place, { body }] of answers.entries()) {
      const { subscriptionId } = some[place]!
      const machines = await app.context.clients.arm.listResources(subscriptionId, { type: 'Microsoft.Compute/virtualMachines' })
      const listed = [...body.protectedMachines, ...body.unprotectedMachines].map((machine: { id: string }) => machine.id)
      expect(listed.sort()).toEqual(machines.map(({ id }) => id).sort())
      const counted = body.policies.reduce((sum: number, { items }: { items: number }) => sum + items, 0)
      expect(counted).toBe(body.protectedMachines.length)
    }
    const all = answers.flatMap(({ body }) => body.protectedMachines)
    expect(new Set(all.map(({ state }: { state: string }) => state))).toEqual(new Set(['good', 'failed']))
    expect(answers.flatMap(({ body }) => body.unprotectedMachines).length).toBeGreaterThan(0)
    const failed = all.find(({ state }: { state: string }) => state === 'failed')
    expect(Date.parse(failed.lastRecoveryPointAt)).toBeLessThan(Date.parse(failed.lastBackupAt) - 86_400_000)
  })

  it('returns an empty list without a vault', async () => {
    const account = active().find(({ name, environment }) => /checkout|basket/.test(name) && environment === 'development')!
    expect((await admin().get(path(account.id))).body).toMatchObject({ vaults: [], policies: [], protectedMachines: [] })
  })

  roleSuite(
    'listBackupPolicies',
    () => app,
    () => ({ path: path(withMachines()[0]!.id) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })

  it.each([
    ['RecoveryServices', 7],
    ['ResourceGraph', 8],
  ])('returns 502 when %s fails, and reads again on the next call', async (service, place) => {
    const { id } = withMachines()[place]!
    const refused = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: service, action: refused })
    expect((await admin().get(path(id))).body).toMatchObject({ status: 502, code: 'outsideFailed' })
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(id))).status).toBe(200)
  })
})
