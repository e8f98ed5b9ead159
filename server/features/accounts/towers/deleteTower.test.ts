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
let code = 0
async function emptyTower(): Promise<string> {
  const body = { name: `Empty ${++code}`, code: `E${String.fromCharCode(64 + code)}`, leadIds: [app.persona('Margaret').id] }
  return (await app.as(app.persona('Niamh').id).post('/towers', body)).body.id
}

describe('deleteTower', () => {
  let id: string
  beforeAll(async () => {
    id = await emptyTower()
  })

  it('deletes an empty tower', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyTower()
    const response = await admin.delete(`/towers/${id}`)
    expect([response.status, response.body]).toEqual([204, ''])
    expect((await admin.get(`/towers/${id}`)).status).toBe(404)
  })

  roleSuite(
    'deleteTower',
    () => app,
    () => ({ path: `/towers/${id}` }),
  )

  it('returns 409 while the tower has families or accounts, with their numbers', async () => {
    const response = await app.as(app.persona('Niamh').id).delete(`/towers/${commerce().id}`)
    expect([response.status, response.body.code]).toEqual([409, 'stillInUse'])
    const { counts } = (await app.as(app.persona('Niamh').id).get(`/towers/${commerce().id}`)).body
    expect(response.body.message).toBe(towerIsEmpty({ counts, history: 0 }))
  })

  it('returns 409 if a family is added at the same time', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyTower()
    const family = { name: 'Racing', towerId: id, ownerIds: [app.persona('Ravi').id] }
    const [deletedResponse, created] = await Promise.all([admin.delete(`/towers/${id}`), admin.post('/families', family)])
    expect([deletedResponse.status, created.status].sort()).toSatisfy((statuses: number[]) =>
      [
        [201, 409],
        [204, 400],
      ].some((pair) => pair[0] === statuses[0] && pair[1] === statuses[1]),
    )
  })

  it('returns 409 if a notification channel is for the tower', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyTower()
    const channel = { type: 'slack', name: 'Of an empty tower', url: 'https://hooks.example/tower', topics: ['incidents'], towerId: id }
    expect((await admin.post('/admin/notification-channels', channel)).status).toBe(201)
    const response = await admin.delete(`/towers/${id}`)
    expect([response.status, response.body.code]).toEqual([409, 'stillInUse'])
    expect((await admin.get(`/towers/${id}`)).status).toBe(200)
  })

  it('returns 404 for an unknown tower', async () => {
    expect((await app.as(app.persona('Niamh').id).delete('/towers/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
