import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { pageOf } from './paging.ts'
import { findScope } from './scope.ts'
import { lookUpSubscription } from './subscriptionStore.ts'

type Level = 'CanNotDelete' | 'ReadOnly'

interface Lock {
  name: string
  scopeKey: string
  scopeId: string
  level: Level
  notes: string | null
  deleted?: true
}

const pageSize = 100

function changes(sim: Simulator) {
  return sim.state.collection<Lock>('arm.locks')
}

function storeKey({ scopeKey, name }: Pick<Lock, 'scopeKey' | 'name'>): string {
  return `${scopeKey}|${name.toLowerCase()}`
}

function companyLocks(sim: Simulator, subscriptionId: string): Lock[] {
  const account = lookUpSubscription(sim, subscriptionId)?.account
  if (account?.environment !== 'production' || account.status !== 'active') return []
  if (!seededRandom(`locks/${account.id}`).chance(0.2)) return []
  const scopeId = `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-data`
  const notes = 'Holds production data that must be kept. Ask the owners before you remove this lock.'
  return [{ name: 'keep-data', scopeKey: scopeId.toLowerCase(), scopeId, level: 'CanNotDelete', notes }]
}

export function addLock(sim: Simulator, lock: Omit<Lock, 'scopeKey' | 'deleted'>): void {
  const created = { ...lock, scopeKey: lock.scopeId.toLowerCase() }
  changes(sim).set(storeKey(created), created)
}

function locksIn(sim: Simulator, subscriptionId: string): Lock[] {
  const storedLocks = changes(sim).values(`/subscriptions/${subscriptionId.toLowerCase()}`)
  const updated = new Set(storedLocks.map(storeKey))
  return [
    ...companyLocks(sim, subscriptionId).filter((lock) => !updated.has(storeKey(lock))),
    ...storedLocks.filter((lock) => !lock.deleted),
  ].filter(({ scopeKey }) => scopeKey.split('/')[2] === subscriptionId.toLowerCase())
}

function subscriptionOf(key: string): string {
  return key.split('/')[2] ?? ''
}

const isWithin = (key: string, outer: string): boolean => key === outer || key.startsWith(`${outer}/`)

function present({ name, scopeId, level, notes }: Lock) {
  return {
    id: `${scopeId}/providers/Microsoft.Authorization/locks/${name}`,
    type: 'Microsoft.Authorization/locks',
    name,
    properties: { level, ...(notes === null ? {} : { notes }) },
  }
}

/** At a subscription or group the list includes locks of the resources in it, unless the filter is `atScope()`. */
function list(request: ArmRequest): ArmReply {
  const { key } = findScope(request.sim, request.params.scope!)
  const isAtScope = /^atScope\(\)$/i.test(request.query.$filter ?? '')
  const locks = locksIn(request.sim, subscriptionOf(key)).filter(({ scopeKey }) =>
    isAtScope ? isWithin(key, scopeKey) : isWithin(scopeKey, key) || isWithin(key, scopeKey),
  )
  return pageOf(request, locks, pageSize, present)
}

function find(request: ArmRequest): Lock | undefined {
  const { key } = findScope(request.sim, request.params.scope!)
  return locksIn(request.sim, subscriptionOf(key)).find(
    ({ scopeKey, name }) => scopeKey === key && name.toLowerCase() === request.params.lockName!.toLowerCase(),
  )
}

function get(request: ArmRequest): ArmReply {
  const lock = find(request)
  if (lock) return ok(present(lock))
  throw new ArmError(404, 'LockNotFound', `The lock '${request.params.lockName}' could not be found.`)
}

function put(request: ArmRequest): ArmReply {
  const scope = findScope(request.sim, request.params.scope!)
  const { level, notes } = (request.body.properties ?? {}) as { level?: string; notes?: string }
  if (level !== 'CanNotDelete' && level !== 'ReadOnly')
    throw new ArmError(400, 'InvalidRequestContent', `The lock level '${level}' is invalid. It must be CanNotDelete or ReadOnly.`)
  const existingLock = find(request)
  const lock: Lock = {
    name: existingLock?.name ?? request.params.lockName!,
    scopeKey: scope.key,
    scopeId: scope.id,
    level,
    notes: notes ?? null,
  }
  changes(request.sim).set(storeKey(lock), lock)
  return { status: existingLock ? 200 : 201, body: present(lock) }
}

function remove(request: ArmRequest): ArmReply {
  const lock = find(request)
  if (!lock) return { status: 204 }
  changes(request.sim).set(storeKey(lock), { ...lock, deleted: true })
  return { status: 200 }
}

const extension =
  /\/providers\/microsoft\.(authorization|resources)\/(locks|roleassignments|rolemanagementpolic\w+|role\w+schedule\w*|tags)(\/.*)?$/i

/**
 * Azure checks locks before anything else. A lock on or around a resource forbids its deletion, a lock within it forbids deleting the
 * whole, and a read-only lock forbids changes. @throws 409 ScopeLocked
 */
export function rejectIfLocked(sim: Simulator, method: string, path: string): void {
  if (!['DELETE', 'PUT', 'PATCH'].includes(method)) return
  const key = path.toLowerCase().replace(/\/$/, '')
  if (!key.startsWith('/subscriptions/') || /\/microsoft\.authorization\/locks(\/|$)/.test(key)) return
  if (lookUpSubscription(sim, subscriptionOf(key)) === undefined) return
  const target = key.replace(extension, '')
  const isWholeScope = target === key
  const blockingLocks = locksIn(sim, subscriptionOf(key)).filter(({ scopeKey, level }) => {
    if (method === 'DELETE') return isWithin(target, scopeKey) || (isWholeScope && isWithin(scopeKey, target))
    return level === 'ReadOnly' && isWithin(target, scopeKey)
  })
  if (blockingLocks.length === 0) return
  const scopes = [...new Set(blockingLocks.map(({ scopeId }) => `'${scopeId}'`))].join(',')
  const verb = method === 'DELETE' ? 'delete' : 'write'
  throw new ArmError(
    409,
    'ScopeLocked',
    `The scope '${path}' cannot perform ${verb} operation because following scope(s) are locked: ${scopes}. Please remove the lock and try again.`,
  )
}

const base = '{scope}/providers/Microsoft.Authorization/locks'

export const lockRoutes: ArmRoute[] = [
  { method: 'GET', path: base, handle: list },
  { method: 'GET', path: `${base}/{lockName}`, handle: get },
  { method: 'PUT', path: `${base}/{lockName}`, handle: put },
  { method: 'DELETE', path: `${base}/{lockName}`, handle: remove },
]
