import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { recordEvent } from './events.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let sandbox: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  sandbox = await makeSandbox(app.db, { name: 'my-lab', owners: [id('Priya')], members: [id('Daniel')] })
  const otherId = await makeSandbox(app.db, { name: 'other-lab', owners: [id('Priya')] })
  const write = (sandboxId: string, text: string, minute: number, personId: string | null = null) =>
    recordEvent(app.db, { sandboxId, kind: 'note', text, personId, key: text, now: new Date(Date.UTC(2026, 2, 1, 12, minute)) })
  await write(sandbox, 'First', 1, id('Priya'))
  await write(sandbox, 'Second', 2)
  await write(sandbox, 'Third', 2)
  await write(sandbox, 'Second', 9)
  await write(otherId, 'Elsewhere', 3)
})
afterAll(() => app.close())

describe('listSandboxEvents', () => {
  it('lists the sandbox’s events, newest first, once each', async () => {
    const { body } = await as('Daniel').get(`/sandboxes/${sandbox}/events`)
    expect(body).toMatchObject({ total: 3, page: 1, size: 25 })
    expect(body.items.map((each: { text: string }) => each.text)).toEqual(['Third', 'Second', 'First'])
    expect(body.items[2]).toMatchObject({ at: '2026-03-01T12:01:00.000Z', kind: 'note', person: { id: id('Priya') } })
    expect(body.items[0].person).toBeNull()
  })

  it('returns the events page by page', async () => {
    const { body } = await as('Grace').get(`/sandboxes/${sandbox}/events?size=2&page=2`)
    expect(body.items.map((each: { text: string }) => each.text)).toEqual(['First'])
  })

  it('sorts, filters and searches only the events of this sandbox', async () => {
    const texts = async (query: string) =>
      (await as('Daniel').get(`/sandboxes/${sandbox}/events?${query}`)).body.items.map((each: { text: string }) => each.text)
    expect(await texts('sort=at')).toEqual(['First', 'Second', 'Third'])
    expect(await texts('sort=-text')).toEqual(['Third', 'Second', 'First'])
    expect(await texts(`filter=kind==note;person==${id('Priya')}`)).toEqual(['First'])
    expect(await texts('filter=kind==note;at=gt=2026-03-01T12:01:30Z')).toEqual(['Third', 'Second'])
    expect(await texts('search=secnod')).toEqual(['Second'])
    expect(await texts('search=raman')).toEqual(['First'])
    expect(await texts('search=elsewhere')).toEqual([])
    expect(await texts('filter=text==Elsewhere,kind==note')).toEqual(['Third', 'Second', 'First'])
  })

  roleSuite(
    'listSandboxEvents',
    () => app,
    () => ({ path: `/sandboxes/${sandbox}/events` }),
  )

  it('returns 404 for an unknown sandbox, and 400 for an invalid size', async () => {
    expect((await as('Priya').get('/sandboxes/00000000-0000-4000-8000-000000000000/events')).status).toBe(404)
    expect((await as('Priya').get(`/sandboxes/${sandbox}/events?size=0`)).status).toBe(400)
  })
})
