import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { towerIsEmpty } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const commerce = () => app.company.towers.find((tower) => tower.name === 'Commerce')!

describe('getTower', () => {
  it('returns one tower, ignoring the case of its ID', async () => {
    const user = app.as(app.persona('Tomasz').id)
    const response = await user.get(`/towers/${commerce().id}`)
    expect([response.status, response.body.name, response.headers.etag]).toEqual([200, 'Commerce', expect.stringMatching(/^"1\./)])
    expect((await user.get(`/towers/${commerce().id.toUpperCase()}`)).body).toEqual(response.body)
  })

  it('returns the reason why an administrator can’t delete it', async () => {
    const response = await app.as(app.persona('Niamh').id).get(`/towers/${commerce().id}`)
    expect(response.body.can.delete).toBe(towerIsEmpty({ counts: response.body.counts, history: 0 }))
  })

  roleSuite(
    'getTower',
    () => app,
    () => ({ path: `/towers/${commerce().id}` }),
  )

  it('rejects a malformed ID, and returns 404 for an unknown ID', async () => {
    const user = app.as(app.persona('Tomasz').id)
    expect((await user.get('/towers/commerce')).status).toBe(400)
    expect((await user.get('/towers/00000000-0000-4000-8000-000000000000')).body.code).toBe('notFound')
  })
})
