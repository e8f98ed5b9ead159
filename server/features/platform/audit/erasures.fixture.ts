import type { TestApp } from '../../../../test/app.ts'
import { keysToTrust } from '../../../audit/auditKey.ts'
import { withAuditTrail } from '../../../audit/databaseAuditTrail.ts'
import { verifyChain } from '../../../audit/verifyChain.ts'

export const legalGround = 'Article 17: the request in letter 4711.'

export const administrator = (app: TestApp) => app.as(app.persona('Samuel').id, ['Slipway.Admin'])
export const secondAdministrator = (app: TestApp) => app.as(app.persona('Margaret').id, ['Slipway.Admin'])

export const requestErasure = (app: TestApp, personId: string, overrides: object = {}) =>
  administrator(app).post('/audit/erasures', { personId, reason: legalGround, ...overrides })

export const verifyAll = (app: TestApp) => withAuditTrail(app.db, (source) => verifyChain(source, { keys: keysToTrust(app.config) }))

export const allEvents = (app: TestApp) => app.db.selectFrom('audit_events').selectAll().orderBy('at').orderBy('id').execute()

export async function linkedUserOf(app: TestApp, name: string, secondId: string): Promise<void> {
  await app.db.updateTable('people').set({ employee_id: 'SAME-1' }).where('id', 'in', [name, secondId]).execute()
}
