import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('listMyAccounts works', () => {
  it('answers one’s own accounts by name, and nobody else’s', async () => {
    const daniel = app.persona('Daniel').id
    const owned = app.company.accounts.filter((account) => account.ownerIds.includes(daniel)).map((account) => account.name)
    const answer = await app.as(daniel).get('/accounts/myAccounts')
    expect(answer.body.map((account: { name: string }) => account.name)).toEqual(owned.sort())
    expect((await app.as(app.persona('Tomasz').id).get('/accounts/myAccounts')).body).toEqual([])
  })

  it('never mixes people up when many ask at once', async () => {
    const owners = [...new Set(app.company.accounts.flatMap((account) => account.ownerIds))]
      .filter((id) => app.company.people.find((person) => person.id === id)?.enabled)
      .slice(0, 20)
    const answers = await Promise.all(owners.map((id) => app.as(id).get('/accounts/myAccounts')))
    for (const [index, { body }] of answers.entries())
      for (const account of body) expect(account.owners.map((owner: { id: string }) => owner.id)).toContain(owners[index])
  })
})

describe('listMyAccounts refuses', () => {
  roleSuite(
    'listMyAccounts',
    () => app,
    () => ({ path: '/accounts/myAccounts' }),
  )
})

describe('listMyAccounts fails', () => {
  it('on a query it does not know', async () => {
    expect((await app.as(app.persona('Daniel').id).get('/accounts/myAccounts?person=x')).status).toBe(400)
  })
})
