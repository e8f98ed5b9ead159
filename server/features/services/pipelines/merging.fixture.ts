import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountOfDaniel } from '../../../../test/readChangedAccount.ts'
import { until } from '../../../../test/until.ts'
import { mergeNotes } from '../../accounts/repository/mergeChange.ts'
import { services } from '../../accounts/updates/services.fixture.ts'

export async function startMerging() {
  const app = await startTestApp()
  app.context.config.merge = 'onRequest'
  app.simulator.asyncDelayMs = 40
  const updates = services(app)
  let next = 0

  async function loadProposed(): Promise<{ updateId: string; accountId: string; branch: string; reference: string }> {
    const account = accountOfDaniel(app, next++)
    const update = await updates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
    await updates.vote('Ravi', update)
    await until(async () => (await pullOf(app, update.id)) !== undefined)
    return { updateId: update.id, accountId: account.id, branch: `slipway/${update.reference.toLowerCase()}`, reference: update.reference }
  }

  /** Does the same as `proposed`, but returns after the checks have passed. */
  async function readyPullRequest() {
    const pullRequest = await loadProposed()
    await until(async () => (await stepOf(app, pullRequest.updateId))?.note?.includes(mergeNotes.ready) ?? false)
    return { ...pullRequest, pull: (await pullOf(app, pullRequest.updateId))! }
  }

  return { app, proposed: loadProposed, ready: readyPullRequest, niamh: app.as(app.persona('Niamh').id) }
}
export type MergeFixture = Awaited<ReturnType<typeof startMerging>>

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
