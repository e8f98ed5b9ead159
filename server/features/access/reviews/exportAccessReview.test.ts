import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decideItem, grantAccessTo, groupOf, itemRows, openReview, path, plan, startReviewApp } from './reviews.fixture.ts'

let app: TestApp
let review: string
beforeAll(async () => {
  app = await startReviewApp()
  const group = await groupOf(app, accountOf(app, 0))
  await grantAccessTo(app, group, id('Priya'))
  review = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Ravi')] })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const get = (givenName: string, of = review) => app.as(id(givenName)).get(`${path}/${of}/export.csv`)

describe('exportAccessReview', () => {
  it('exports a line per membership, without spreadsheet formulas, and writes an audit event', async () => {
    await decideItem(app, 'Ravi', review, { [id('Priya')]: 'remove' }, '=HYPERLINK("http://x")')
    const response = await get('Daniel')
    expect(response.status).toBe(200)
    expect(response.headers['content-disposition']).toMatch(/filename="access-review-arv-\d{4}-\d{4}-so-far\.csv"/)
    const lines = response.body.trim().split('\r\n')
    expect(lines.length).toBe((await itemRows(app, review)).size + 1)
    const priya = lines.find((line: string) => line.includes('Priya Raman'))
    expect(priya).toContain(`remove,"'=HYPERLINK(""http://x"")",Ravi Deshmukh,${id('Ravi')}`)
    const events = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'exportAccessReview').execute()
    expect(events).toMatchObject([{ outcome: 'allowed', subject_id: review, actor_id: id('Daniel') }])
  })

  it('allows auditors', async () => {
    expect((await get('Grace')).status).toBe(200)
  })

  roleSuite(
    'exportAccessReview',
    () => app,
    () => ({ path: `${path}/${review}/export.csv` }),
  )

  it('denies a reviewer, and rejects a review that has not opened', async () => {
    expect((await get('Ravi')).status).toBe(403)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { body } = await app.as(id('Daniel')).post(path, plan({ kind: 'account', id: accountOf(app, 1).id }, { startsAt }))
    expect((await get('Daniel', body.id)).status).toBe(409)
  })
})
