import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { allocateQueued } from '../provisioning/capacity.ts'
import { loadHost } from './hosts.ts'
import { NewSandboxHost, SandboxHost } from './schemas.ts'

const defaultCooldownHours = 48

export const subscriptionMissing = 'This subscription doesn’t exist in Azure, or Slipway has no access to it.'

export const createSandboxHost = operation({
  id: 'createSandboxHost',
  method: 'POST',
  path: '/sandbox-hosts',
  tag: 'sandbox-templates',
  summary: 'Add a subscription as a sandbox host',
  description: 'Queued sandboxes that fit on the host start immediately.',
  access: 'admin',
  body: NewSandboxHost,
  responses: { 201: SandboxHost },
  errors: ['conflict', 'outsideFailed'],
  prepare: ({ clients, body }) => clients.arm.getSubscription(body.subscriptionId.toLowerCase()),
  async handler({ db, jobs, actor, body, now, audit, changed }, subscription) {
    const { kind, capacity, note = '', cooldownHours = defaultCooldownHours } = body
    const subscriptionId = body.subscriptionId.toLowerCase()
    const throwInvalid = (field: string, message: string): never => {
      throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
    }
    if (kind === 'pool' && capacity !== 1) throwInvalid('capacity', 'A pool subscription has one sandbox at a time.')
    if (!subscription) return throwInvalid('subscriptionId', subscriptionMissing)
    if (subscription.state !== 'Enabled')
      throwInvalid('subscriptionId', `The state of this subscription in Azure is ${subscription.state}, not Enabled.`)
    const account = await db
      .selectFrom('accounts')
      .select('name')
      .where('subscription_id', '=', subscriptionId)
      .where('status', '<>', 'deleted')
      .executeTakeFirst()
    if (account) throwInvalid('subscriptionId', `The account ${account.name} already uses this subscription.`)
    const id = uuidv7()
    const name = normalizeName(body.name ?? subscription.displayName).slice(0, 64)
    await db
      .insertInto('sandbox_hosts')
      .values({
        id,
        subscription_id: subscriptionId,
        name,
        kind,
        capacity,
        cooldown_hours: cooldownHours,
        note,
        cooldown_until: null,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    await allocateQueued({ db, jobs, now: now() })
    audit({ subject: { kind: 'sandboxHost', id }, after: { subscriptionId, name, kind, capacity, cooldownHours, note } })
    await changed('sandboxHost', id)
    return reply(201, await loadHost(db, actor, id, now()))
  },
})
