import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let sandbox: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  sandbox = await makeSandbox(app.db, { name: 'my-lab', owners: [id('Priya')], members: [id('Daniel')], resource_group: 'rg-my-lab' })
})
afterAll(() => app.close())

describe('getMySandbox', () => {
  it('returns all fields of a sandbox to its owner', async () => {
    const response = await as('Priya').get(`/sandboxes/mySandboxes/${sandbox}`)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ name: 'my-lab', mine: 'owner', resourceGroup: 'rg-my-lab', can: { extend: true, delete: true } })
  })

  roleSuite(
    'getMySandbox',
    () => app,
    () => ({ path: `/sandboxes/mySandboxes/${sandbox}` }),
  )

  it.each(['Daniel', 'Niamh', 'Grace'])('denies %s, who does not own the sandbox', async (personaName) => {
    expect((await as(personaName).get(`/sandboxes/mySandboxes/${sandbox}`)).body.code).toBe('unauthorised')
  })

  it('returns 404 for an unknown ID, and 400 for a malformed one', async () => {
    expect((await as('Priya').get('/sandboxes/mySandboxes/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await as('Priya').get('/sandboxes/mySandboxes/one')).status).toBe(400)
  })
})
