import { ArmError } from './armError.ts'
import type { ArmReply, ArmRequest, ArmRoute } from './armRoute.ts'
import { listOf } from './armRoute.ts'
import type { GraphTable } from './graphTable.ts'
import { pageOf } from './paging.ts'
import { findScope } from './scope.ts'
import { defenderIsOn, findingsOf, type SubAssessment } from './securityFindings.ts'
import { findSubscription, type SimSubscription } from './subscriptionStore.ts'

const largestPage = 1000
const plans = ['VirtualMachines', 'SqlServers', 'Containers', 'StorageAccounts', 'KeyVaults', 'Arm', 'CloudPosture']

function monitoredSubscription(request: ArmRequest, subscriptionId: string): SimSubscription {
  const subscription = findSubscription(request.sim, subscriptionId)
  if (defenderIsOn(request.sim, subscription)) return subscription
  throw new ArmError(404, 'Subscription Not Registered', 'Please register to Microsoft.Security in order to view your security status')
}

function list(request: ArmRequest): ArmReply {
  const scope = findScope(request.sim, request.params.scope!)
  const subscription = monitoredSubscription(request, scope.key.split('/')[2] ?? '')
  const assessmentName = request.params.assessmentName?.toLowerCase()
  const isRequested = (finding: SubAssessment): boolean =>
    (scope.kind === 'subscription' || finding.id.toLowerCase().startsWith(`${scope.key}/providers/microsoft.security/`)) &&
    (assessmentName === undefined || finding.id.split('/').at(-3)!.toLowerCase() === assessmentName)
  return pageOf(request, [...findingsOf(request.sim, subscription).filter(isRequested)], largestPage, (finding) => finding)
}

function pricing(subscription: SimSubscription, isEnabled: boolean, name: string) {
  return {
    id: `/subscriptions/${subscription.subscriptionId}/providers/Microsoft.Security/pricings/${name}`,
    name,
    type: 'Microsoft.Security/pricings',
    properties: { pricingTier: isEnabled ? 'Standard' : 'Free', ...(name === 'VirtualMachines' && isEnabled ? { subPlan: 'P2' } : {}) },
  }
}

function listPricings(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const isEnabled = defenderIsOn(request.sim, subscription)
  return listOf(plans.map((name) => pricing(subscription, isEnabled, name)))
}

export const securityTable: GraphTable = function* (sim, subscription) {
  const isEnabled = defenderIsOn(sim, subscription)
  for (const name of plans) yield { ...pricing(subscription, isEnabled, name), type: 'microsoft.security/pricings' }
  for (const finding of findingsOf(sim, subscription)) {
    yield { ...finding, type: 'microsoft.security/assessments/subassessments', resourceGroup: finding.id.split('/')[4] }
  }
}

export const securityRoutes: ArmRoute[] = [
  { method: 'GET', path: '{scope}/providers/Microsoft.Security/subAssessments', handle: list },
  { method: 'GET', path: '{scope}/providers/Microsoft.Security/assessments/{assessmentName}/subAssessments', handle: list },
  { method: 'GET', path: '/subscriptions/{subscriptionId}/providers/Microsoft.Security/pricings', handle: listPricings },
]
