import { randomUUID } from 'node:crypto'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { forecastThisMonth, spentThisMonth } from './costFigures.ts'
import { groupSince } from './resourceStore.ts'
import { findScope, type Scope } from './scope.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

interface Notification {
  enabled?: boolean
  operator?: string
  threshold?: number
  thresholdType?: string
  contactEmails?: string[]
}

interface BudgetProperties {
  category: string
  amount: number
  timeGrain: string
  timePeriod: { startDate: string; endDate?: string }
  filter?: unknown
  notifications?: Record<string, Notification>
}

interface Budget {
  name: string
  eTag: string
  properties: BudgetProperties
  createdAt?: string
  deleted?: true
}

const timeGrains = ['Monthly', 'Quarterly', 'Annually', 'BillingMonth', 'BillingQuarter', 'BillingAnnual']
const operators = ['EqualTo', 'GreaterThan', 'GreaterThanOrEqualTo']

function changes(request: ArmRequest) {
  return request.sim.state.collection<Budget>('arm.budgets')
}

function companyBudget(request: ArmRequest, scope: Scope): Budget | undefined {
  const account = scope.kind === 'subscription' ? lookUpSubscription(request.sim, scope.key.split('/')[2]!)?.account : undefined
  if (!account) return undefined
  return {
    name: 'slipway-monthly',
    eTag: '"1d34d012214157f"',
    properties: {
      category: 'Cost',
      amount: account.budget.amount / 100,
      timeGrain: 'Monthly',
      timePeriod: { startDate: `${account.createdAt.slice(0, 7)}-01T00:00:00Z`, endDate: '2035-12-31T00:00:00Z' },
      notifications: Object.fromEntries(
        account.budget.thresholds.map(({ percent, basis }) => [
          `${basis}_GreaterThan_${percent}_Percent`,
          {
            enabled: true,
            operator: 'GreaterThan',
            threshold: percent,
            contactEmails: account.budget.contacts,
            thresholdType: basis === 'actual' ? 'Actual' : 'Forecasted',
          },
        ]),
      ),
    },
  }
}

function budgetsAt(request: ArmRequest, scope: Scope): Budget[] {
  const since = groupSince(request.sim, scope.key)
  const storedBudgets = changes(request)
    .values(`${scope.key}|`)
    .filter(({ createdAt = '' }) => since === undefined || createdAt > since)
  const company = companyBudget(request, scope)
  const untouched = company && !storedBudgets.some((each) => each.name.toLowerCase() === company.name) ? [company] : []
  return [...untouched, ...storedBudgets.filter((each) => !each.deleted)]
}

const pounds = (amount: number) => ({ amount: Math.round(amount * 100) / 100, unit: 'GBP' })

function present(request: ArmRequest, scope: Scope, { name, eTag, properties }: Budget) {
  const [, , subscriptionId, , resourceGroup] = scope.key.split('/')
  const isCharged = scope.kind === 'subscription' || scope.kind === 'resourceGroup'
  const spentAmount = isCharged ? spentThisMonth(request.sim, subscriptionId!, resourceGroup) : 0
  // Azure has a forecast only for a budget with a notification for one.
  const isForecast = Object.values(properties.notifications ?? {}).some(({ thresholdType }) => thresholdType === 'Forecasted')
  const forecastAmount = isForecast && scope.kind === 'subscription' ? forecastThisMonth(request.sim, subscriptionId!) : undefined
  return {
    id: `${scope.id}/providers/Microsoft.Consumption/budgets/${name}`,
    name,
    type: 'Microsoft.Consumption/budgets',
    eTag,
    properties: {
      ...properties,
      currentSpend: pounds(spentAmount),
      ...(forecastAmount !== undefined && { forecastSpend: pounds(forecastAmount) }),
    },
  }
}

function find(request: ArmRequest): { scope: Scope; budget: Budget | undefined; key: string } {
  const scope = findScope(request.sim, request.params.scope!)
  const name = request.params.budgetName!.toLowerCase()
  return { scope, budget: budgetsAt(request, scope).find((each) => each.name.toLowerCase() === name), key: `${scope.key}|${name}` }
}

function throwError(message: string): never {
  throw new ArmError(400, '400', message)
}

function check(request: ArmRequest): BudgetProperties {
  const properties = (request.body.properties ?? {}) as Partial<BudgetProperties>
  const { category = '', amount, timeGrain = '', timePeriod, notifications = {} } = properties
  if (category.toLowerCase() !== 'cost') throwError(`Invalid budget category '${category}'. Allowed: Cost.`)
  if (typeof amount !== 'number' || amount < 0) throwError('The budget amount must be a number that is not negative.')
  if (!timeGrains.includes(timeGrain)) throwError(`Invalid timeGrain '${timeGrain}'. Allowed: ${timeGrains.join(', ')}.`)
  const start = new Date(timePeriod?.startDate ?? '')
  if (Number.isNaN(start.getTime())) throwError('The time period needs a start date.')
  if (timeGrain === 'Monthly' && start.getUTCDate() !== 1) throwError('Start date must be the first of the month.')
  if (start.getTime() < Date.UTC(2017, 5, 1)) throwError('Start date must be on or after June 1, 2017.')
  const end = timePeriod?.endDate === undefined ? undefined : new Date(timePeriod.endDate)
  if (end && !(end > start)) throwError('End date must be after start date.')
  if (Object.keys(notifications).length > 5) throwError('A budget can have up to five notifications.')
  for (const [name, { operator = '', threshold, contactEmails = [] }] of Object.entries(notifications)) {
    if (!operators.includes(operator)) throwError(`Invalid operator '${operator}' in notification '${name}'.`)
    if (typeof threshold !== 'number' || threshold < 0 || threshold > 1000)
      throwError(`The threshold of notification '${name}' must lie between 0 and 1000.`)
    if (contactEmails.length === 0) throwError(`Notification '${name}' needs at least one contact.`)
  }
  return properties as BudgetProperties
}

function put(request: ArmRequest): ArmReply {
  const { scope, budget, key } = find(request)
  const requestedTag = request.body.eTag
  if (requestedTag !== undefined && requestedTag !== budget?.eTag)
    throw new ArmError(412, '412', 'The ETag does not match that of the stored budget.')
  const savedBudget: Budget = {
    name: budget?.name ?? request.params.budgetName!,
    createdAt: budget?.createdAt ?? request.sim.clock.now().toISOString(),
    eTag: `"${randomUUID().replaceAll('-', '').slice(0, 15)}"`,
    properties: check(request),
  }
  changes(request).set(key, savedBudget)
  const body = present(request, scope, savedBudget)
  if (budget) return ok(body)
  // Azure has not priced a new budget yet: the 201 of its own New-AzConsumptionBudget recordings carries a null.
  return { status: 201, body: { ...body, properties: { ...body.properties, currentSpend: null } } }
}

function get(request: ArmRequest): ArmReply {
  const { scope, budget } = find(request)
  if (!budget) throw new ArmError(404, '404', `Budget with name ${request.params.budgetName} is not found.`)
  return ok(present(request, scope, budget))
}

function remove(request: ArmRequest): ArmReply {
  const { budget, key } = find(request)
  if (!budget) throw new ArmError(404, '404', `Budget with name ${request.params.budgetName} is not found.`)
  changes(request).set(key, { ...budget, deleted: true })
  return { status: 200 }
}

const path = '{scope}/providers/Microsoft.Consumption/budgets'

export const budgetRoutes: ArmRoute[] = [
  {
    method: 'GET',
    path,
    handle: (request) => {
      const scope = findScope(request.sim, request.params.scope!)
      return listOf(budgetsAt(request, scope).map((budget) => present(request, scope, budget)))
    },
  },
  { method: 'GET', path: `${path}/{budgetName}`, handle: get },
  { method: 'PUT', path: `${path}/{budgetName}`, handle: put },
  { method: 'DELETE', path: `${path}/{budgetName}`, handle: remove },
]
