import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountOf, requestAccess } from '../assignments/access.fixture.ts'

export interface Item {
  id: string
  reference: string
  status: string
  account: { id: string; name: string; environment: string }
  group: { id: string; name: string }
  requester: { id: string }
}

export async function startWithRequests() {
  const app = await startTestApp({ runJobs: false })
  const firstRequest = await requestAccess(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
  const secondRequest = await requestAccess(app, accountOf(app, 1))
  const analyst = await requestAccess(app, accountOf(app, 0), { who: 'Tomasz' })
  const owners = await requestAccess(app, accountOf(app, 1), { who: 'Daniel', suffix: 'contributors', durationHours: 24 })
  return { app, first: firstRequest, second: secondRequest, analyst, owners }
}
export type AccessListApp = Awaited<ReturnType<typeof startWithRequests>>

export const clientOf = (app: TestApp, personaName: string) => app.as(app.persona(personaName).id)
export const references = (items: Item[]) => items.map(({ reference }) => reference)
