import { startTestApp, type TestApp, type TestResponse } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { handlers } from '../../../handlers.ts'
import { logger } from '../../../http/logger.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { advanceAccessReviews } from './advanceAccessReviews.ts'
import type { AccessReviewItem } from './itemSchemas.ts'
import type { NewAccessReview } from './schemas.ts'
import { findUnfinished } from './unfinished.ts'

export { accountOf } from '../../accounts/groups/groups.fixture.ts'

const noop = async () => {}

/** Starts an app that processes runs, but no schedules, because schedules would interfere with the tests. */
export async function startReviewApp(options: { now?: () => Date } = {}): Promise<TestApp> {
  const app = await startTestApp({ ...options, runJobs: false })
  const jobHandlers = handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger(app.config.logLevel) })
  const silentHandlers = Object.fromEntries(Object.keys(jobHandlers).map((queue) => [queue, noop])) as unknown as typeof jobHandlers
  await app.jobs.work({ ...silentHandlers, work: jobHandlers.work })
  return app
}

export const path = '/account-access/reviews'

export const plan = (scope: NewAccessReview['scope'], overrides: Partial<NewAccessReview> = {}): NewAccessReview => ({
  name: 'Spring clean',
  scope,
  reviewers: 'owners',
  reviewerIds: [],
  startsAt: null,
  days: 8,
  defaultDecision: 'keep',
  reasonToKeep: false,
  recurrence: 'none',
  ...overrides,
})

export const groupOf = (app: TestApp, account: { name: string }, suffix = 'contributors') => groupRow(app, `az-${account.name}-${suffix}`)

export async function cancelUnfinished(app: TestApp, scope: NewAccessReview['scope']): Promise<void> {
  for (const { id } of (await findUnfinished(app.db, scope)).reviews)
    await app.as(app.persona('Niamh').id).post(`${path}/${id}/cancel`, { reason: 'Another review follows.' })
}

/** Opens a review. It cancels earlier reviews of the scope, because only one review of a scope can be open. */
export async function openReview(
  app: TestApp,
  scope: NewAccessReview['scope'],
  overrides: Partial<NewAccessReview> = {},
  personaName = 'Daniel',
): Promise<string> {
  await cancelUnfinished(app, scope)
  const response = await app.as(app.persona(personaName).id).post(path, plan(scope, overrides))
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  await until(async () => (await reviewRow(app, response.body.id)).status === 'open')
  return response.body.id
}

export async function grantAccessTo(app: TestApp, group: { directory_group_id: string | null }, ...personIds: string[]): Promise<void> {
  for (const id of personIds) await app.context.clients.graph.addGroupMember(group.directory_group_id!, id)
}

export const reviewRow = (app: TestApp, id: string) =>
  app.db.selectFrom('access_reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function itemRows(app: TestApp, id: string) {
  const rows = await app.db.selectFrom('access_review_items').selectAll().where('review_id', '=', id).orderBy('id').execute()
  return new Map(rows.map((row) => [row.person_id, row]))
}

export async function itemsFor(app: TestApp, personaName: string, id: string, query = 'size=200'): Promise<AccessReviewItem[]> {
  return (await app.as(app.persona(personaName).id).get(`${path}/${id}/items?${query}`)).body.items
}

type Choice = 'keep' | 'remove' | 'pending'

export async function decideItem(
  app: TestApp,
  personaName: string,
  id: string,
  choices: Record<string, Choice>,
  reason = '',
): Promise<TestResponse> {
  const rows = await itemRows(app, id)
  const items = Object.entries(choices).map(([person, decision]) => ({ id: rows.get(person)!.id, decision, reason }))
  return app.as(app.persona(personaName).id).post(`${path}/${id}/decisions`, { items })
}

export async function decideAll(app: TestApp, personaName: string, id: string, decision: Choice): Promise<TestResponse> {
  return decideItem(app, personaName, id, Object.fromEntries([...(await itemRows(app, id)).keys()].map((person) => [person, decision])))
}

export const advance = (app: TestApp) => advanceAccessReviews(app.context)

export const membersOf = async (app: TestApp, group: { directory_group_id: string | null }): Promise<string[]> =>
  (await app.context.clients.graph.listDirectMembers(group.directory_group_id!)).map(({ id }) => id)

export const directoryDown = (app: TestApp, path: string, retryAfter = 1): string =>
  app.simulator.faults.add({
    service: 'graph',
    path,
    action: {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': String(retryAfter) },
      body: { error: { code: 'TooManyRequests', message: 'Later.' } },
    },
  })

export async function notificationsAbout(app: TestApp, id: string): Promise<{ person: string; title: string; kind: string }[]> {
  const rows = await app.db
    .selectFrom('notifications as n')
    .innerJoin('people as p', 'p.id', 'n.person_id')
    .select(['p.display_name as person', 'n.title', 'n.kind'])
    .where('n.subject_id', '=', id)
    .orderBy('n.created_at')
    .orderBy('p.display_name')
    .execute()
  return rows
}
