import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountOfDaniel } from '../../../../test/readChangedAccount.ts'
import { until } from '../../../../test/until.ts'
import { services } from '../../accounts/updates/services.fixture.ts'

/** Starts an app that merges on request only, with pending changes of Daniel's accounts. */
export async function startMerging() {
  const app = await startTestApp()
  app.context.config.merge = 'onRequest'
  app.simulator.asyncDelayMs = 40
  const the = services(app)
  let next = 0

  /** Creates an approved account change with an open pull request. */
  async function proposed(): Promise<{ updateId: string; accountId: string; branch: string; reference: string }> {
    const account = accountOfDaniel(app, next++)
    const update = await the.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
    await the.vote('Ravi', update)
    await until(async () => (await pullOf(app, update.id)) !== undefined)
    return { updateId: update.id, accountId: account.id, branch: `slipway/${update.reference.toLowerCase()}`, reference: update.reference }
  }

  /** Like `proposed`, after the checks have passed. */
  async function ready() {
    const change = await proposed()
    await until(async () => /is ready to be merged manually/.test((await stepOf(app, change.updateId))?.note ?? ''))
    return { ...change, pull: (await pullOf(app, change.updateId))! }
  }

  return { app, proposed, ready, niamh: app.as(app.persona('Niamh').id) }
}
export type Merging = Awaited<ReturnType<typeof startMerging>>

export function pullOf(app: Pick<TestApp, 'db'>, subjectId: string) {
  return app.db
    .selectFrom('pull_requests as p')
    .innerJoin('work_runs as r', 'r.id', 'p.run_id')
    .selectAll('p')
    .select(['r.status as run_status'])
    .where('r.subject_id', '=', subjectId)
    .executeTakeFirst()
}

export function stepOf(app: Pick<TestApp, 'db'>, subjectId: string) {
  return app.db
    .selectFrom('work_steps as s')
    .innerJoin('work_runs as r', 'r.id', 's.run_id')
    .selectAll('s')
    .where('r.subject_id', '=', subjectId)
    .where('s.status', 'not in', ['succeeded', 'skipped'])
    .orderBy('s.position')
    .executeTakeFirst()
}
