import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Verdict } from '../../../auth/access.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { formatMinutes } from '../../../format.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { emergencyTicketRules } from '../../../settings/ticketPolicy.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { fetchTicketResult } from '../pim/checkTicket.ts'
import type { EmergencyInput } from './emergencyInput.ts'
import { grantEmergencyRole } from './grant/grantEmergencyRole.ts'
import { openEmergencyIncident } from './incident/emergencyIncident.ts'
import { raiseAlarm } from './notifications.ts'
import { isOnCall, undefinedOnFailure } from './onCall.ts'
import { canOpen } from './policy.ts'
import { profileCoversAccount } from './profiles.ts'
import { loadEmergency, ownEmergencies } from './queries.ts'
import { EmergencyAccess, EmergencyStart } from './schemas.ts'

export const startEmergencyAccess = operation({
  id: 'startEmergencyAccess',
  method: 'POST',
  path: '/accounts/{id}/emergency-access',
  tag: 'emergency-access',
  summary: 'Start emergency access to an account',
  description:
    'Only people on call can do this, after a recent step-up sign-in. No approval is needed, but owners are notified and an incident is opened. The access ends automatically and needs a post-use report that another person reviews.',
  access: 'owner',
  stepUp: 'always',
  params: AccountId,
  body: EmergencyStart,
  responses: { 201: EmergencyAccess },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, clients, params, body, now }) {
    const account = await loadAccount(db, actor, params.id)
    const profile = await db
      .selectFrom('emergency_profiles as f')
      .innerJoin('directory_groups as g', 'g.id', 'f.directory_group_id')
      .select(['g.id', 'g.display_name as name'])
      .where('f.id', '=', body.profileId)
      .where(profileCoversAccount(account))
      .executeTakeFirst()
    if (!profile) return { onCall: 'This emergency profile doesn’t exist for this account.', ticket: true as Verdict }
    const onCall = await isOnCall({ db, clients, now }, profile, actor.id)
    if (onCall !== true || body.incident === undefined) return { onCall, ticket: true as Verdict }
    // ServiceNow could be affected by the emergency, so the ticket is checked again when the incident is updated.
    const ticketResult = await undefinedOnFailure(
      fetchTicketResult({ db, clients }, { account, number: body.incident, personId: actor.id, rules: emergencyTicketRules, now: now() }),
    )
    return { onCall, ticket: ticketResult?.verdict ?? true }
  },
  async handler({ db, jobs, actor, config, params, body, now, allow, audit, changed }, { onCall, ticket }) {
    const account = await loadAccount(db, actor, params.id)
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(onCall)
    const profile = await db
      .selectFrom('emergency_profiles as f')
      .selectAll('f')
      .where('f.id', '=', body.profileId)
      .where(profileCoversAccount(account))
      .forShare()
      .executeTakeFirst()
    if (!profile) throw new Failure('wrongState', 'This emergency profile was disabled in the meantime. No access was granted.')
    requireState(canOpen(account, await ownEmergencies(db, account.id, actor, now())))
    const errors: FieldProblem[] = []
    if (body.minutes > profile.max_minutes)
      errors.push({ field: 'minutes', message: `the maximum for this emergency profile is ${profile.max_minutes} minutes` })
    if (ticket !== true) errors.push({ field: 'incident', message: ticket })
    if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join(' '), { errors })

    const id = uuidv7()
    const at = now()
    const number = await sql<{ n: number }>`select nextval('emergency_access_number') as n`.execute(db)
    const input: EmergencyInput = {
      id,
      reference: `EMG-${at.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`,
      accountId: account.id,
      accountName: account.name,
      subscriptionId: account.subscriptionId!,
      personId: actor.id,
      personName: actor.displayName,
      roleDefinitionId: profile.role_definition_id,
      roleName: profile.role_name,
      minutes: body.minutes,
      reason: body.reason.trim(),
      assignmentName: randomUUID(),
    }
    await db
      .insertInto('emergency_accesses')
      .values({
        id,
        reference: input.reference,
        profile_id: profile.id,
        account_id: account.id,
        person_id: actor.id,
        role_definition_id: input.roleDefinitionId,
        role_name: input.roleName,
        reason: input.reason,
        minutes: input.minutes,
        assignment_name: input.assignmentName,
        status: 'opening',
        created_at: at,
        updated_at: at,
      })
      .execute()
    await startRun({ db, jobs }, grantEmergencyRole, { kind: 'emergencyAccess', id }, { ...input })
    const incidentNumber = body.incident?.toUpperCase() ?? null
    await startRun({ db, jobs }, openEmergencyIncident, { kind: 'emergencyAccess', id }, { ...input, wanted: incidentNumber })
    await raiseAlarm(db, {
      id,
      accountId: account.id,
      personId: actor.id,
      title: `${actor.displayName} started emergency access to ${account.name}`,
      body: `${input.reference}: ${input.roleName} for ${formatMinutes(input.minutes)}. ${input.reason}`,
      event: 'opening',
    })
    const after = await loadEmergency(db, actor, id, { config, now: at })
    audit({ subject, after: { emergencyAccess: { ...after, profileId: profile.id, incidentGiven: incidentNumber } } })
    await changed('account', account.id)
    return reply(201, after, { location: `/emergency-access/${id}` })
  },
})
