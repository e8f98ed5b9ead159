import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const commerce = () => app.company.towers.find((tower) => tower.name === 'Commerce')!
let code = 0
async function emptyTower(): Promise<string> {
  const body = { name: `Empty ${++code}`, code: `E${String.fromCharCode(64 + code)}`, leadIds: [app.persona('Margaret').id] }
  return (await app.as(app.persona('Niamh').id).post('/towers', body)).body.id
}

describe('deleteTower', () => {
  it('deletes a tower that holds nothing', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyTower()
    const answer = await admin.delete(`/towers/${id}`)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect((await admin.get(`/towers/${id}`)).status).toBe(404)
  })
})

describe('deleteTower', () => {
  let id: string
  beforeAll(async () => {
    id = await emptyTower()
  })
  roleSuite(
    'deleteTower',
    () => app,
    () => ({ path: `/towers/${id}` }),
  )
})

describe('deleteTower', () => {
  it('fails while it holds something, and names what', async () => {
    const answer = await app.as(app.persona('Niamh').id).delete(`/towers/${commerce().id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'stillInUse'])
    expect(answer.body.message).toMatch(/^This tower has \d+ families and \d+ accounts\. Move them to another tower first\.$/)
  })

  it('fails when a family was added at the same moment', async () => {
    const admin = app.as(app.persona('Niamh').id)
    const id = await emptyTower()
    const family = { name: 'Racing', towerId: id, ownerIds: [app.persona('Ravi').id] }
    const [deleted, created] = await Promise.all([admin.delete(`/towers/${id}`), admin.post('/families', family)])
    expect([deleted.status, created.status].sort()).toSatisfy((both: number[]) =>
      [
        [201, 409],
        [204, 400],
      ].some((pair) => pair[0] === both[0] && pair[1] === both[1]),
    )
  })

  it('fails when there is no such tower', async () => {
    expect((await app.as(app.persona('Niamh').id).delete('/towers/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
