import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listRequestsOfSandbox', () => {
  it('lists all requests for owners, and only their own requests for other people', async () => {
    const sandbox = await teamSandbox(app)
    const firstRequest = await requestAccess(app, sandbox)
    const secondRequest = await requestAccess(app, sandbox, { who: 'Tomasz' })
    await add(app, sandbox, 'Margaret')
    await requestAccess(app, await teamSandbox(app))
    const ids = async (personaName: string) =>
      (await clientOf(app, personaName).get(`/sandboxes/${sandbox.id}/accessRequests`)).body.map((each: { id: string }) => each.id)
    for (const personaName of ['Daniel', 'Niamh', 'Grace']) expect(await ids(personaName)).toEqual([secondRequest.id, firstRequest.id])
    expect(await ids('Margaret')).toEqual([])
    expect(await ids('Tomasz')).toEqual([secondRequest.id])
    expect(await ids('Ewa')).toEqual([])
  })

  it('returns 404 for a hidden sandbox', async () => {
    const { id } = await teamSandbox(app, { hidden: true })
    expect(await clientOf(app, 'Priya').get(`/sandboxes/${id}/accessRequests`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'listRequestsOfSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${(await teamSandbox(app)).id}/accessRequests` }),
  )
})
