import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { storeHealth } from './storeHealth.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const ownAccounts = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n = 0) => `/accounts/${ownAccounts()[n]!.id}/health`
const daniel = () => app.as(app.persona('Daniel').id)

/** The spend of a month isn’t known on its first day. */
const isAssessed = ({ state }: HealthPart) => state !== 'pending'

describe('getAccountHealth', () => {
  it('doesn’t return a score before the first check', async () => {
    const response = await daniel().get(path(1))
    expect(response).toMatchObject({ status: 200, body: { score: null, known: null, parts: [], checkedAt: null, can: { refresh: true } } })
  })

  it('returns each part with points, reason, action and assignee, the heaviest first', async () => {
    await daniel().post(`${path()}/refresh`)
    const { status, body } = await daniel().get(path())
    expect(status).toBe(200)
    expect(body.parts.length).toBe(9)
    const sum = (field: 'points' | 'of') =>
      body.parts.filter(isAssessed).reduce((total: number, part: HealthPart) => total + part[field], 0)
    expect(body.known).toBe(sum('of'))
    expect(body.score).toBe(Math.round((100 * sum('points')) / sum('of')))
    const weights = body.parts.map((part: { of: number }) => part.of)
    expect(weights).toEqual([...weights].sort((a: number, b: number) => b - a))
    for (const part of body.parts) {
      expect(part.title.length).toBeGreaterThan(3)
      expect(part.why).toMatch(/\.$/)
      if (part.state !== 'good' && isAssessed(part)) expect(part.action.label.length).toBeGreaterThan(3)
    }
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${ownAccounts()[0]!.id}`)).body.health).toBe(body.score)
  })

  it('returns the number of known points wherever the score is shown, and requests action only from people who can act', async () => {
    const { id } = ownAccounts()[2]!
    const unknown = { action: { label: 'Enable', at: 'portal' }, role: 'administrators', answered: true, why: 'Off.' } as const
    const parts: HealthPart[] = [
      { ...unknown, id: 'vulnerabilities', points: 0, of: 20, state: 'unknown' },
      { ...unknown, id: 'exposure', points: 1, of: 7, state: 'bad', role: 'owners', action: { label: 'Review', at: 'network' } },
      { ...unknown, id: 'owners', points: 15, of: 15, state: 'good', action: null, role: 'owners' },
    ]
    await app.db.transaction().execute((tx) => storeHealth(tx, id, parts, new Date()))
    const readAs = async (name: string) => (await app.as(app.persona(name).id).get(`/accounts/${id}/health`)).body
    expect(await readAs('Daniel')).toMatchObject({ score: 73, known: 22 })
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${id}`)).body).toMatchObject({ health: 73, healthKnown: 22 })
    const search = `search=${ownAccounts()[2]!.name}&columns=name,health`
    const lines = String((await app.as(app.persona('Niamh').id).get(`/accounts/adv/export.csv?${search}`)).body).split('\r\n')
    expect(lines[1]).toContain(',73,22')
    const asks = async (name: string) =>
      (await readAs(name)).parts.filter((part: { can: { act: unknown } }) => part.can.act === true).map((part: { id: string }) => part.id)
    expect(await asks('Daniel')).toEqual(['owners', 'exposure'])
    expect(await asks('Niamh')).toEqual(['vulnerabilities', 'owners', 'exposure'])
    expect(await asks('Grace')).toEqual([])
  })

  it('counts the current owners, not the owners at the last read from Azure', async () => {
    const healthBefore = (await daniel().get(path())).body
    const otherId = ownAccounts()[0]!.ownerIds.find((id) => id !== app.persona('Daniel').id)!
    await app.db.updateTable('people').set({ active: false }).where('id', '=', otherId).execute()
    const healthAfter = (await daniel().get(path())).body
    expect(healthAfter.score).toBeLessThan(healthBefore.score)
    expect(healthAfter.parts.find((part: { id: string }) => part.id === 'owners')).toMatchObject({
      state: expect.stringMatching(/^(attention|bad)$/),
      why: expect.stringMatching(/^1 /),
    })
    await app.db.updateTable('people').set({ active: true }).where('id', '=', otherId).execute()
  })

  roleSuite(
    'getAccountHealth',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/accounts/00000000-0000-4000-8000-000000000000/health')).status).toBe(404)
  })
})
