import { randomUUID } from 'node:crypto'
import { newItem } from '../../server/features/accounts/catalogue/item.fixture.ts'
import { chainEvents } from '../../server/features/platform/audit/events.fixture.ts'
import { settingCatalogue } from '../../server/settings/catalogue.ts'
import { vaultAccessOf } from '../../simulator/keyvault/vaultAccess.ts'
import type { TestApp } from '../app.ts'
import { approveAll } from '../approveAll.ts'
import type { Attack, Call, Target } from './attack.ts'
import { accountOwners, administrators, newPerson, signedIn } from './world.ts'

const niamh = (app: TestApp) => app.as(app.persona('Niamh').id)
const createResource = async (app: TestApp, path: string, body: object): Promise<{ id: string }> => {
  const response = await niamh(app).post(path, body)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}
const newName = (label: string) => `${label} ${randomUUID().slice(0, 8)}`
const newCode = () =>
  [...randomUUID().replaceAll('-', '').slice(0, 8)].map((digit) => 'ABCDEFGHIJKLMNOP'[Number.parseInt(digit, 16)]).join('')

export async function prepareAdminAttack(app: TestApp, call: Call, beneficiary?: string): Promise<Target> {
  return { call, beneficiaryId: beneficiary ?? (await newPerson(app)), ...administrators(app), otherApproverId: app.persona('Daniel').id }
}
const prepareAdminCall = (call: Call) => (app: TestApp) => prepareAdminAttack(app, call)

async function newPersonWithEvents(app: TestApp): Promise<string> {
  const id = await newPerson(app)
  await (await signedIn(app, id)).post('/feedback', { rating: 3, page: '/app/accounts', text: 'The list is long.' })
  await chainEvents(app)
  return id
}

const legalGround = 'Article 17: the request in letter 4711.'

async function requestErasure(app: TestApp): Promise<Target> {
  const personId = await newPersonWithEvents(app)
  return prepareAdminAttack(app, { method: 'POST', path: '/audit/erasures', body: { personId, reason: legalGround } }, personId)
}

/** @param party the beneficiary of the erasure: the administrator who requested it, or the person concerned */
const closeErasure = (action: 'confirm' | 'withdraw', party: 'requester' | 'person') => async (app: TestApp) => {
  const [personId, requester] = [await newPersonWithEvents(app), await newPerson(app, { roles: ['Slipway.Admin'] })]
  const { body } = await (await signedIn(app, requester)).post('/audit/erasures', { personId, reason: legalGround })
  const call: Call = { method: 'POST', path: `/audit/erasures/${body.id}/${action}` }
  return prepareAdminAttack(app, call, party === 'person' ? personId : requester)
}

async function newKey(app: TestApp): Promise<Target> {
  const beneficiary = await newPerson(app)
  const body = { name: newName('Key'), scopes: ['edge:complete'], ownerId: beneficiary }
  return prepareAdminAttack(app, { method: 'POST', path: '/admin/api-keys/generate', body }, beneficiary)
}

async function newApplication(app: TestApp): Promise<Target> {
  const beneficiary = await newPerson(app)
  const body = { name: newName('Application'), scopes: ['edge:complete'], ownerId: beneficiary, clientId: randomUUID() }
  return prepareAdminAttack(app, { method: 'POST', path: '/admin/api-keys/applications', body }, beneficiary)
}

const existingKey = (method: 'PATCH' | 'DELETE') => async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const { id } = await createResource(app, '/admin/api-keys/generate', { name: newName('Key'), scopes: ['edge:complete'] })
  const body = method === 'PATCH' ? { ownerId: beneficiary } : undefined
  return prepareAdminAttack(app, { method, path: `/admin/api-keys/${id}`, body }, beneficiary)
}

async function sessions(app: TestApp): Promise<Target> {
  const id = await newPerson(app)
  await signedIn(app, id)
  return prepareAdminAttack(app, { method: 'POST', path: `/admin/users/${id}/endSessions`, body: { reason: 'A lost laptop.' } })
}

async function stuckRun(app: TestApp) {
  const { runId } = await approveAll(app, `adversary-${randomUUID().slice(0, 8)}`)
  const beneficiary = await newPerson(app)
  const { input } = await app.db.selectFrom('work_runs').select('input').where('id', '=', runId).executeTakeFirstOrThrow()
  const steps = app.db.updateTable('work_steps').where('run_id', '=', runId)
  await steps.set({ status: 'succeeded', attempts: 1 }).where('position', '=', 0).execute()
  const error = JSON.stringify({ code: 'subscriptionFailed', message: 'Azure could not create it.', retryable: false })
  await steps
    .set({ status: 'failed', attempts: 3, started_at: new Date(), ended_at: new Date(), error })
    .where('position', '=', 1)
    .execute()
  const cause = { cause_service: 'Azure', cause_code: 'subscriptionFailed', cause_text: 'Azure could not create it.' }
  await app.db
    .updateTable('work_runs')
    .set({
      status: 'failed',
      at_step: 'createSubscription',
      stuck_since: new Date(),
      ...cause,
      input: JSON.stringify({ ...input, personId: beneficiary }),
    })
    .where('id', '=', runId)
    .execute()
  return { runId, beneficiaryId: beneficiary }
}

const reason = 'It was done by hand in the portal.'

async function stuckRunStep(app: TestApp): Promise<Target> {
  const { runId, beneficiaryId: beneficiary } = await stuckRun(app)
  return prepareAdminAttack(app, { method: 'POST', path: `/work/${runId}/steps/createSubscription/skip`, body: { reason } }, beneficiary)
}

async function cancelRun(app: TestApp): Promise<Target> {
  const { runId, beneficiaryId: beneficiary } = await stuckRun(app)
  return prepareAdminAttack(app, { method: 'POST', path: '/work/cancel', body: { runIds: [runId], reason } }, beneficiary)
}

const tower = (method: 'PATCH' | 'DELETE') => async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const lead = app.persona('Margaret').id
  const { id } = await createResource(app, '/towers', { name: newName('Tower'), code: newCode(), leadIds: [lead] })
  const body = method === 'PATCH' ? { leadIds: [lead, beneficiary] } : undefined
  return prepareAdminAttack(app, { method, path: `/towers/${id}`, body }, beneficiary)
}

const family = (method: 'PATCH' | 'DELETE') => async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const owner = app.persona('Ravi').id
  const { id } = await createResource(app, '/families', { name: newName('Family'), towerId: app.company.towers[0]!.id, ownerIds: [owner] })
  const body = method === 'PATCH' ? { ownerIds: [owner, beneficiary] } : undefined
  return prepareAdminAttack(app, { method, path: `/families/${id}`, body }, beneficiary)
}

const catalogueItem = (method: 'PATCH' | 'DELETE') => async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const { id } = await createResource(app, '/catalogue', newItem({ name: newName('Service') }))
  const body = method === 'PATCH' ? { approverIds: [beneficiary] } : undefined
  return prepareAdminAttack(app, { method, path: `/catalogue/${id}`, body }, beneficiary)
}

const newTower = async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const body = { name: newName('Tower'), code: newCode(), leadIds: [beneficiary] }
  return prepareAdminAttack(app, { method: 'POST', path: '/towers', body }, beneficiary)
}
const newFamily = async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const body = { name: newName('Family'), towerId: app.company.towers[0]!.id, ownerIds: [beneficiary] }
  return prepareAdminAttack(app, { method: 'POST', path: '/families', body }, beneficiary)
}
const newCatalogueItem = async (app: TestApp) => {
  const beneficiary = await newPerson(app)
  const body = newItem({ name: newName('Service'), approverIds: [beneficiary] })
  return prepareAdminAttack(app, { method: 'POST', path: '/catalogue', body }, beneficiary)
}

const activeAccounts = (app: TestApp) => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')

async function forOwners(app: TestApp, accountId: string, call: Call): Promise<Target> {
  const otherPersonId = await newPerson(app)
  await accountOwners(app, activeAccounts(app).find(({ id }) => id !== accountId)!.id).grant(otherPersonId)
  return { call, beneficiaryId: await newPerson(app), ...accountOwners(app, accountId), otherApproverId: otherPersonId }
}

async function secret(app: TestApp): Promise<Target> {
  const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`
  const account = activeAccounts(app).findLast((each) => each.ownerIds.length < 5 && vaultAccessOf({ name: vaultOf(each) }) === 'open')!
  const body = { accountId: account.id, vaultName: vaultOf(account), name: 'till-api-key', value: 'a-value' }
  return forOwners(app, account.id, { method: 'POST', path: '/utils/setKeyVaultSecret', body })
}

const alertKey = (method: 'PATCH' | 'DELETE') => async (app: TestApp) => {
  const { id } = activeAccounts(app).findLast(({ ownerIds }) => ownerIds.length < 5)!
  const path = `/snow/accounts/${id}`
  const key = (await niamh(app).patch(`${path}/key`, {})).body as { id: string }
  const call: Call = method === 'PATCH' ? { method, path: `${path}/key`, body: {} } : { method, path: `${path}/keys/${key.id}` }
  return forOwners(app, id, call)
}

async function channel(app: TestApp): Promise<Target> {
  const body = { type: 'webhook', name: newName('Channel'), url: `https://hooks.example/${randomUUID()}`, topics: ['requests'] }
  const { id } = await createResource(app, '/admin/notification-channels', body)
  return prepareAdminAttack(app, { method: 'DELETE', path: `/admin/notification-channels/${id}` })
}

/** Prepares feedback that an administrator has seen, so its author can no longer delete it. */
async function seenFeedback(app: TestApp): Promise<Target> {
  const beneficiary = await newPerson(app)
  const { body } = await (await signedIn(app, beneficiary)).post('/feedback', {
    rating: 2,
    page: '/app/accounts',
    text: 'It forgets my filter.',
  })
  await niamh(app).patch(`/feedback/${body.id}`, { status: 'seen' })
  return prepareAdminAttack(app, { method: 'DELETE', path: `/feedback/${body.id}` }, beneficiary)
}

const administrator = 'Administrators have this permission by their role.'
export const onlyRole = (explanation: string) => ({ administrator, requester: explanation, secondAccount: explanation })
const noAccessGranted = 'It benefits no person: it gives no permission.'
const onlyRevokes = 'It benefits no person: it only removes access.'
const administratorsDecide = 'Administrators can own keys: a key is a machine with its scopes and never acts as a person.'
const unnamed = 'It benefits no person, because its input names none.'
const ownerToo = 'Owners can do it for their own account.'

export const platformAttacks: readonly Attack[] = [
  { operation: 'requestAuditErasure', effect: 'erases', prepare: requestErasure, allowed: { administrator } },
  { operation: 'confirmAuditErasure', effect: 'erases', prepare: closeErasure('confirm', 'requester'), allowed: { administrator } },
  { operation: 'confirmAuditErasure', effect: 'erases', prepare: closeErasure('confirm', 'person'), allowed: { administrator } },
  {
    operation: 'withdrawAuditErasure',
    effect: 'decides',
    prepare: closeErasure('withdraw', 'requester'),
    allowed: onlyRole('Withdrawing a request erases nothing.'),
  },
  { operation: 'generateApiKey', effect: 'grants', prepare: newKey, allowed: onlyRole(administratorsDecide) },
  { operation: 'registerApplication', effect: 'grants', prepare: newApplication, allowed: onlyRole(administratorsDecide) },
  { operation: 'updateApiKey', effect: 'grants', prepare: existingKey('PATCH'), allowed: onlyRole(administratorsDecide) },
  { operation: 'deleteApiKey', effect: 'erases', prepare: existingKey('DELETE'), allowed: onlyRole(onlyRevokes) },
  { operation: 'endUserSessions', effect: 'erases', prepare: sessions, allowed: onlyRole(onlyRevokes) },
  {
    operation: 'endAllSessions',
    effect: 'erases',
    prepare: prepareAdminCall({ method: 'POST', path: '/admin/sessions/endAll', body: { reason: 'A stolen key.' } }),
    allowed: onlyRole(onlyRevokes),
  },
  {
    operation: 'updateSetting',
    effect: 'decides',
    prepare: prepareAdminCall({ method: 'PATCH', path: '/admin/settings/stepUp', body: { value: 'all' } }),
    allowed: onlyRole(noAccessGranted),
  },
  {
    operation: 'updateSetting',
    effect: 'decides',
    prepare: prepareAdminCall({
      method: 'PATCH',
      path: '/admin/settings/pimTickets',
      body: { value: settingCatalogue.pimTickets.fallback },
    }),
    allowed: onlyRole(noAccessGranted),
  },
  { operation: 'skipStep', effect: 'decides', prepare: stuckRunStep, allowed: { administrator } },
  {
    operation: 'cancelRuns',
    effect: 'erases',
    prepare: cancelRun,
    allowed: onlyRole('It only reverses what the run granted; runs that revoke access can’t be cancelled.'),
  },
  { operation: 'createTower', effect: 'grants', prepare: newTower, allowed: { administrator } },
  { operation: 'updateTower', effect: 'grants', prepare: tower('PATCH'), allowed: { administrator } },
  { operation: 'deleteTower', effect: 'erases', prepare: tower('DELETE'), allowed: onlyRole(unnamed) },
  { operation: 'createFamily', effect: 'grants', prepare: newFamily, allowed: { administrator } },
  { operation: 'updateFamily', effect: 'grants', prepare: family('PATCH'), allowed: { administrator } },
  { operation: 'deleteFamily', effect: 'erases', prepare: family('DELETE'), allowed: onlyRole(unnamed) },
  { operation: 'createCatalogueItem', effect: 'grants', prepare: newCatalogueItem, allowed: { administrator } },
  { operation: 'updateCatalogueItem', effect: 'grants', prepare: catalogueItem('PATCH'), allowed: { administrator } },
  { operation: 'deleteCatalogueItem', effect: 'erases', prepare: catalogueItem('DELETE'), allowed: onlyRole(unnamed) },
  { operation: 'setKeyVaultSecret', effect: 'grants', prepare: secret, allowed: onlyRole(ownerToo) },
  { operation: 'rotateAlertKey', effect: 'grants', prepare: alertKey('PATCH'), allowed: onlyRole(ownerToo) },
  { operation: 'deleteAlertKey', effect: 'erases', prepare: alertKey('DELETE'), allowed: onlyRole(ownerToo) },
  { operation: 'deleteNotificationChannel', effect: 'erases', prepare: channel, allowed: onlyRole(unnamed) },
  {
    operation: 'deleteFeedback',
    effect: 'erases',
    prepare: seenFeedback,
    allowed: onlyRole('Administrators can delete any feedback, which grants nothing.'),
  },
]
