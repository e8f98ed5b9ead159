import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listSettingChanges', () => {
  it('shows the author, time and reason of each change', async () => {
    const niamh = app.as(app.persona('Niamh').id)
    await niamh.patch('/admin/settings/notificationDays', { value: 365 })
    await niamh.patch('/admin/settings/notificationDays', { value: 90, reason: 'Nobody looks back a year.' })
    expect((await app.as(app.persona('Grace').id).get('/admin/settings/notificationDays/changes')).body).toMatchObject([
      { before: 365, after: 90, reason: 'Nobody looks back a year.', changedBy: { displayName: 'Niamh Brennan' } },
      { before: 180, after: 365, reason: '' },
    ])
    expect((await niamh.get('/admin/settings/maintenance/changes')).body).toEqual([])
  })

  roleSuite(
    'listSettingChanges',
    () => app,
    () => ({ path: '/admin/settings/notificationDays/changes' }),
  )

  it('returns 400 for an unknown setting', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/admin/settings/colour/changes')).status).toBe(400)
  })
})
