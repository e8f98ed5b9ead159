import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { canRaise } from './policy.ts'
import { loadIncidents } from './queries.ts'
import { raiseInServiceNow } from './raise/raiseInServiceNow.ts'
import { Incident, incidentService, NewIncident } from './schemas.ts'
import { waitUntilOpened } from './waitUntilOpened.ts'

export const raiseIncident = operation({
  id: 'raiseIncident',
  method: 'POST',
  path: '/{incidentService}/incident',
  tag: 'incidents',
  summary: 'Raise an incident on an account',
  description:
    'The incident is opened in ServiceNow exactly once. Returns 201 with its number if ServiceNow responds in time, otherwise 202, and the incident is opened in the background. By default the incident has the account’s configuration item and that item’s support group.',
  access: 'signedIn',
  perMinute: 20,
  params: Type.Object({ incidentService }, { additionalProperties: false }),
  body: NewIncident,
  responses: { 202: Incident, 201: Incident },
  errors: ['notFound', 'wrongState'],
  async handler({ db, config, jobs, actor, body, now, audit, changed }) {
    const account = await loadAccount(db, actor, body.accountId)
    const id = uuidv7()
    audit({ subject: { kind: 'account', id: account.id }, after: { incident: { id, ...body } } })
    requireState(canRaise(account))
    const at = now()
    await db
      .insertInto('incidents')
      .values({
        id,
        account_id: account.id,
        raised_by: actor.id,
        title: body.title,
        description: body.description.trim(),
        impact: body.impact,
        urgency: body.urgency,
        item_id: body.configurationItem ?? null,
        item_name: null,
        group_id: body.assignmentGroup ?? null,
        group_name: null,
        note: null,
        number: null,
        sys_id: null,
        priority: null,
        opened_at: null,
        checked_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await startRun({ db, jobs }, raiseInServiceNow, { kind: 'incident', id }, { id })
    await changed('incident', account.id)
    return reply(202, (await loadIncidents(db, config, [id]))[0]!)
  },
  afterCommit: waitUntilOpened,
})
