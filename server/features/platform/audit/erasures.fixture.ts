import type { TestApp } from '../../../../test/app.ts'
import { keysToTrust } from '../../../audit/auditKey.ts'
import { withTrail } from '../../../audit/databaseTrail.ts'
import { verifyTrail } from '../../../audit/verifyTrail.ts'

export const legalGround = 'Article 17: the request in letter 4711.'

/** Two administrators without events that name other people. */
export const first = (app: TestApp) => app.as(app.persona('Samuel').id, ['Slipway.Admin'])
export const second = (app: TestApp) => app.as(app.persona('Margaret').id, ['Slipway.Admin'])

export const requestErasure = (app: TestApp, personId: string, more: object = {}) =>
  first(app).post('/audit/erasures', { personId, reason: legalGround, ...more })

export const verified = (app: TestApp) => withTrail(app.db, (source) => verifyTrail(source, { keys: keysToTrust(app.config) }))

export const allEvents = (app: TestApp) => app.db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').execute()

export async function sameHuman(app: TestApp, one: string, two: string): Promise<void> {
  await app.db.updateTable('people').set({ employee_id: 'SAME-1' }).where('id', 'in', [one, two]).execute()
}
