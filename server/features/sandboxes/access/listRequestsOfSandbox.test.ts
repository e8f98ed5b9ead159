import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { add, as, ask, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('listRequestsOfSandbox', () => {
  it('lists all requests for its owners, and for members and others their own', async () => {
    const sandbox = await teamSandbox(app)
    const first = await ask(app, sandbox)
    const second = await ask(app, sandbox, { who: 'Tomasz' })
    await add(app, sandbox, 'Margaret')
    await ask(app, await teamSandbox(app))
    const ids = async (who: string) =>
      (await as(app, who).get(`/sandboxes/${sandbox.id}/accessRequests`)).body.map((each: { id: string }) => each.id)
    for (const who of ['Daniel', 'Niamh', 'Grace']) expect(await ids(who)).toEqual([second.id, first.id])
    expect(await ids('Margaret')).toEqual([])
    expect(await ids('Tomasz')).toEqual([second.id])
    expect(await ids('Ewa')).toEqual([])
  })

  it('returns 404 for a hidden sandbox', async () => {
    const { id } = await teamSandbox(app, { hidden: true })
    expect(await as(app, 'Priya').get(`/sandboxes/${id}/accessRequests`)).toMatchObject({ status: 404 })
  })

  roleSuite(
    'listRequestsOfSandbox',
    () => app,
    async () => ({ path: `/sandboxes/${(await teamSandbox(app)).id}/accessRequests` }),
  )
})
