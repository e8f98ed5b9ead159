import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const ownAccounts = () => app.company.accounts.filter((account) => account.ownerIds.includes(app.persona('Daniel').id))
const path = (n = 0) => `/accounts/${ownAccounts()[n]!.id}/health`
const daniel = () => app.as(app.persona('Daniel').id)

describe('getAccountHealth', () => {
  it('returns no score before the first check', async () => {
    const response = await daniel().get(path(1))
    expect(response).toMatchObject({ status: 200, body: { score: null, parts: [], checkedAt: null, can: { refresh: true } } })
  })

  it('returns each part with points, reason, action and assignee, the heaviest first', async () => {
    await daniel().post(`${path()}/refresh`)
    const { status, body } = await daniel().get(path())
    expect(status).toBe(200)
    expect(body.parts.length).toBe(9)
    expect(body.score).toBe(body.parts.reduce((sum: number, part: { points: number }) => sum + part.points, 0))
    const weights = body.parts.map((part: { of: number }) => part.of)
    expect(weights).toEqual([...weights].sort((a: number, b: number) => b - a))
    for (const part of body.parts) {
      expect(part.title.length).toBeGreaterThan(3)
      expect(part.why).toMatch(/\.$/)
      if (part.state !== 'good') expect(part.action.label.length).toBeGreaterThan(3)
    }
    expect((await app.as(app.persona('Tomasz').id).get(`/accounts/${ownAccounts()[0]!.id}`)).body.health).toBe(body.score)
  })

  it('counts the current owners, not those at the last read of Azure', async () => {
    const healthBefore = (await daniel().get(path())).body
    const otherId = ownAccounts()[0]!.ownerIds.find((id) => id !== app.persona('Daniel').id)!
    await app.db.updateTable('people').set({ active: false }).where('id', '=', otherId).execute()
    const healthAfter = (await daniel().get(path())).body
    expect(healthAfter.score).toBeLessThan(healthBefore.score)
    expect(healthAfter.parts.find((part: { id: string }) => part.id === 'owners').why).toMatch(/has left\.$/)
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
