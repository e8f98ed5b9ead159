import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { loadConnectors } from './loadConnectors.ts'
import { cockpitCan } from './policy.ts'
import { Connector } from './schemas.ts'

export const listConnectors = operation({
  id: 'listConnectors',
  method: 'GET',
  path: '/cockpit/connectors',
  tag: 'cockpit',
  summary: 'List external services with status, response times, last failure and expiring API versions',
  access: 'adminOrAuditor',
  responses: { 200: Type.Object({ connectors: Type.Array(Connector), replicas: Type.Integer(), can: Can }) },
  prepare: async ({ clients, now }) => clients.watch.snapshot(now().getTime()),
  handler: async ({ db, actor, now }, ownCounts) => ({ ...(await loadConnectors(db, now(), ownCounts)), can: cockpitCan(actor) }),
})
