import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadErasures } from './erasureRequests.ts'
import { AuditErasure } from './schemas.ts'

const maxListed = 50

export const listAuditErasures = operation({
  id: 'listAuditErasures',
  method: 'GET',
  path: '/audit/erasures',
  tag: 'audit',
  summary: 'List the last 50 erasure requests and their outcomes',
  access: 'adminOrAuditor',
  responses: { 200: Type.Object({ items: Type.Array(AuditErasure) }) },
  handler: async ({ db, actor, now }) => ({ items: await loadErasures(db, { actor, now: now(), limit: maxListed }) }),
})
