import type { EventContent } from './contents.ts'
import type { PresentedEvent } from './queries.ts'

const accountChange = { uid: 3001, name: 'Account Change', category: 3 }
const authentication = { uid: 3002, name: 'Authentication', category: 3 }
const accessManagement = { uid: 3005, name: 'User Access Management', category: 3 }
const apiActivity = { uid: 6003, name: 'API Activity', category: 6 }
type Class = typeof accountChange

const categories: Record<number, string> = { 3: 'Identity & Access Management', 6: 'Application Activity' }
const otherClass = [99, 'Other'] as const

/** Operations of the class User Access Management. Activity 1 is Assign Privileges, 2 is Revoke Privileges. */
const grantPattern =
  /^(grant|liftMaximumDuration|restore|extend|activate|createPimAssignment|startEmergency|(add|invite)SandboxMember|acceptOwnership|liftEmergencyBlock)/
const revocationPattern = /^(revoke(?!ApiKey)|end(Emergency|Access)|deactivate|removeSandboxMember|expireAccess)/
const access = /MaximumDuration|Access(?!Group)|Assignment|Emergency|SandboxMember|Pim|Owner/

function classOf(operation: string): { of: Class; activity: readonly [number, string] } {
  if (operation === 'signIn') return { of: authentication, activity: [1, 'Logon'] }
  if (operation === 'signOut' || /^endSessions?|^endAllSessions/.test(operation)) return { of: authentication, activity: [2, 'Logoff'] }
  if (/ApiKey|AlertKey/.test(operation))
    return {
      of: accountChange,
      activity: /^(generate|create|rotate)/.test(operation)
        ? [1, 'Create']
        : /^(revoke|delete)/.test(operation)
          ? [6, 'Delete']
          : otherClass,
    }
  if (access.test(operation) && grantPattern.test(operation)) return { of: accessManagement, activity: [1, 'Assign Privileges'] }
  if (access.test(operation) && revocationPattern.test(operation)) return { of: accessManagement, activity: [2, 'Revoke Privileges'] }
  if (/^(create|add|generate|raise|start|propose|open|request)/.test(operation)) return { of: apiActivity, activity: [1, 'Create'] }
  if (/^(get|list|search|export|find|check|preview)/.test(operation)) return { of: apiActivity, activity: [2, 'Read'] }
  if (/^(update|change|edit|set|decide|approve|extend|move|rename|review|resolve)/.test(operation))
    return { of: apiActivity, activity: [3, 'Update'] }
  if (/^(delete|remove|withdraw|cancel|erase)/.test(operation)) return { of: apiActivity, activity: [4, 'Delete'] }
  return { of: apiActivity, activity: otherClass }
}

/** Formats an audit event as OCSF 1.5. Its `type_uid` is 100 times the class plus the activity. */
export function toOcsf(event: PresentedEvent, { before, after }: EventContent) {
  const { of, activity } = classOf(event.operation)
  const user = { ...(event.actor.id && { uid: event.actor.id }), name: event.actor.displayName }
  const failed = event.outcome !== 'allowed'
  const target = event.subject?.kind === 'person' && event.subject.id ? { uid: event.subject.id, name: event.subject.name ?? '' } : user
  return {
    class_uid: of.uid,
    class_name: of.name,
    category_uid: of.category,
    category_name: categories[of.category],
    activity_id: activity[0],
    activity_name: activity[1],
    type_uid: of.uid * 100 + activity[0],
    type_name: `${of.name}: ${activity[1]}`,
    time: Date.parse(event.at),
    severity_id: event.outcome === 'denied' ? 3 : failed ? 2 : 1,
    severity: event.outcome === 'denied' ? 'Medium' : failed ? 'Low' : 'Informational',
    status_id: failed ? 2 : 1,
    status: failed ? 'Failure' : 'Success',
    ...(event.reason && { status_detail: event.reason }),
    message: `${event.operation} ${event.outcome}`,
    metadata: {
      version: '1.5.0',
      uid: event.id,
      correlation_uid: event.requestId,
      ...(event.seq !== null && { sequence: event.seq }),
      product: { name: 'Slipway', vendor_name: 'Slipway' },
      profiles: [],
    },
    actor: { user, session: { uid: event.actor.credential } },
    ...(of !== apiActivity && { user: target }),
    ...(of === accessManagement && { privileges: [event.operation] }),
    ...(of === authentication ? { service: { name: 'Slipway' } } : {}),
    ...(of === apiActivity
      ? { api: { operation: event.operation, request: { uid: event.requestId } }, src_endpoint: { svc_name: event.actor.credential } }
      : {}),
    ...(event.subject && {
      resources: [{ type: event.subject.kind, uid: event.subject.id ?? 'erased', ...(event.subject.name && { name: event.subject.name }) }],
    }),
    unmapped: { operation: event.operation, before: parseJson(before), after: parseJson(after), erased: event.erased },
  }
}

const parseJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
