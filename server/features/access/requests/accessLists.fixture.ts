import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountOf, ask } from '../assignments/access.fixture.ts'

export interface Item {
  id: string
  reference: string
  status: string
  account: { id: string; name: string; environment: string }
  group: { id: string; name: string }
  requester: { id: string }
}

/** Starts an app with two requests of Priya and one of Tomasz for Daniel’s accounts, and one of Daniel for his own account. */
export async function startWithRequests() {
  const app = await startTestApp({ work: false })
  const first = await ask(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
  const second = await ask(app, accountOf(app, 1))
  const analyst = await ask(app, accountOf(app, 0), { who: 'Tomasz' })
  const owners = await ask(app, accountOf(app, 1), { who: 'Daniel', suffix: 'contributors', durationHours: 24 })
  return { app, first, second, analyst, owners }
}
export type AccessListApp = Awaited<ReturnType<typeof startWithRequests>>

export const as = (app: TestApp, who: string) => app.as(app.persona(who).id)
export const references = (items: Item[]) => items.map(({ reference }) => reference)
