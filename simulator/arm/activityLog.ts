import { stableId } from '../../sample/stableId.ts'
import { slipwayClientId, slipwayServicePrincipalId } from '../core/constants.ts'
import type { Change } from './activityChange.ts'
import { changesOf } from './activityLogEvents.ts'
import { ArmError } from './armError.ts'
import type { ArmReply, ArmRequest, ArmRoute } from './armRoute.ts'
import { pageOf } from './paging.ts'
import { findSubscription } from './subscriptionStore.ts'

const pageSize = 200

const correlationOf = ({ resourceId, at }: Change) => stableId(`activity/${resourceId}/${at}`)

function present(subscriptionId: string, tenantId: string) {
  return (change: Change) => {
    const { at, caller, objectId, displayName, operation, resourceId, created } = change
    const correlationId = correlationOf(change)
    const eventDataId = stableId(`activity-event/${resourceId}/${at}`)
    const [provider] = operation.split('/')
    const type = operation.slice(0, operation.lastIndexOf('/'))
    const status = created ? 'Created' : 'OK'
    const isPerson = caller.includes('@')
    return {
      authorization: { action: operation, scope: resourceId },
      caller,
      channels: 'Operation',
      claims: {
        ...(displayName ? { name: displayName } : {}),
        ...(objectId ? { 'http://schemas.microsoft.com/identity/claims/objectidentifier': objectId } : {}),
        ...(isPerson
          ? { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': caller }
          : { appid: caller === slipwayServicePrincipalId ? slipwayClientId : caller }),
      },
      category: { value: 'Administrative', localizedValue: 'Administrative' },
      correlationId,
      description: '',
      eventDataId,
      eventName: { value: 'EndRequest', localizedValue: 'End request' },
      eventTimestamp: at,
      id: `${resourceId}/events/${eventDataId}/ticks/${Date.parse(at)}0000`,
      level: 'Informational',
      operationId: correlationId,
      operationName: {
        value: operation,
        localizedValue: operation.startsWith('Microsoft.Resources/') ? 'Update resource group' : `Update ${type.split('/').at(-1)}`,
      },
      resourceGroupName: resourceId.split('/')[4],
      resourceId,
      resourceProviderName: { value: provider, localizedValue: provider?.replace('.', ' ') },
      resourceType: {
        value: type,
        localizedValue: type,
      },
      status: { value: 'Succeeded', localizedValue: 'Succeeded' },
      subStatus: { value: status, localizedValue: created ? 'Created (HTTP Status Code: 201)' : 'OK (HTTP Status Code: 200)' },
      submissionTimestamp: at,
      subscriptionId,
      tenantId,
      properties: { statusCode: status },
    }
  }
}

/** The Azure CLI also writes times without quotes. */
const comparison =
  /^(eventTimestamp|resourceProvider|resourceGroupName|resourceUri|resourceId|caller|status|correlationId|eventChannels)\s+(ge|le|eq)\s+(?:'([^']*)'|([\d:.TZ+-]+))$/i

/** Parses comparisons joined by `and`; a start time is required. @throws 400 */
function parseFilter(filter: string | undefined): (change: Change) => boolean {
  const parts = (filter ?? '').split(/\s+and\s+/i).map((part) => comparison.exec(part.trim()))
  if (
    parts.some((part) => !part) ||
    !parts.some((part) => part![1]!.toLowerCase() === 'eventtimestamp' && part![2]!.toLowerCase() === 'ge')
  ) {
    throw new ArmError(
      400,
      'BadRequest',
      "The $filter is invalid: it requires eventTimestamp ge '…' and supports resourceProvider, resourceGroupName, resourceId, resourceUri, caller, status, correlationId and eventChannels.",
    )
  }
  const tests = parts.map((part) => {
    const [name, operator, quoted, bareValue] = part!.slice(1) as [string, string, string | undefined, string | undefined]
    const value = quoted ?? bareValue ?? ''
    const [requestedValue, requestedTime] = [value.toLowerCase(), Date.parse(value)]
    return (change: Change) => {
      switch (name.toLowerCase()) {
        case 'eventtimestamp':
          return operator.toLowerCase() === 'ge' ? Date.parse(change.at) >= requestedTime : Date.parse(change.at) <= requestedTime
        case 'resourceprovider':
          return change.operation.toLowerCase().startsWith(`${requestedValue}/`)
        case 'resourcegroupname':
          return change.resourceId.split('/')[4]?.toLowerCase() === requestedValue
        case 'caller':
          return change.caller.toLowerCase() === requestedValue
        case 'correlationid':
          return correlationOf(change) === requestedValue
        case 'status':
          return requestedValue === 'succeeded'
        case 'eventchannels':
          return requestedValue.split(/\s*,\s*/).includes('operation')
        default:
          return change.resourceId.toLowerCase() === requestedValue
      }
    }
  })
  return (change) => tests.every((test) => test(change))
}

function selected(select: string | undefined) {
  const selectedNames = select?.split(',').map((name) => name.trim().toLowerCase())
  return (event: Record<string, unknown>) =>
    selectedNames ? Object.fromEntries(Object.entries(event).filter(([name]) => selectedNames.includes(name.toLowerCase()))) : event
}

function list(request: ArmRequest): ArmReply {
  const { sim, query } = request
  const subscription = findSubscription(sim, request.params.subscriptionId!)
  const changes = changesOf(sim, subscription).filter(parseFilter(query.$filter))
  const select = selected(query.$select)
  const presentEvent = present(subscription.subscriptionId, sim.tenantId)
  return pageOf(request, changes, pageSize, (change) => select(presentEvent(change)))
}

export const activityLogRoutes: ArmRoute[] = [
  { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Insights/eventtypes/management/values', handle: list },
]
