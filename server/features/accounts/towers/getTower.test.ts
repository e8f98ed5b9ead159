import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const commerce = () => app.company.towers.find((tower) => tower.name === 'Commerce')!

describe('getTower', () => {
  it('answers one tower, however its id is spelt', async () => {
    const user = app.as(app.persona('Tomasz').id)
    const answer = await user.get(`/towers/${commerce().id}`)
    expect([answer.status, answer.body.name, answer.headers.etag]).toEqual([200, 'Commerce', expect.stringMatching(/^"1\./)])
    expect((await user.get(`/towers/${commerce().id.toUpperCase()}`)).body).toEqual(answer.body)
  })

  it('tells an administrator why it cannot be deleted', async () => {
    const answer = await app.as(app.persona('Niamh').id).get(`/towers/${commerce().id}`)
    expect(answer.body.can.delete).toMatch(/^This tower has \d+ families and \d+ accounts\./)
  })

  roleSuite(
    'getTower',
    () => app,
    () => ({ path: `/towers/${commerce().id}` }),
  )

  it('fails on an id that is none, and one that nothing has', async () => {
    const user = app.as(app.persona('Tomasz').id)
    expect((await user.get('/towers/commerce')).status).toBe(400)
    expect((await user.get('/towers/00000000-0000-4000-8000-000000000000')).body.code).toBe('notFound')
  })
})
