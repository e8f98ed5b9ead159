import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { mintKey } from '../../../auth/keys.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { lockAccount } from '../../accounts/accounts/queries.ts'
import { canChangeKeys, keysVerdict, maxKeys } from './policy.ts'
import { alertEndpoint, alertKeysOf } from './queries.ts'
import { AlertKeyChange, NewAlertKey } from './schemas.ts'

const hourMs = 3_600_000

export const rotateAlertKey = operation({
  id: 'rotateAlertKey',
  method: 'PATCH',
  path: '/{incidentService}/accounts/{accountId}/key',
  tag: 'incidents',
  summary: 'Create or replace an alert key of an account',
  description: `The key is shown only in this response. A replaced key keeps working for \`overlapHours\`, so that you can switch over without losing alerts. An account can have at most ${maxKeys} keys.`,
  access: 'owner',
  params: Type.Object({ incidentService: Type.String({ maxLength: 30 }), accountId: Uuid }, { additionalProperties: false }),
  body: AlertKeyChange,
  responses: { 200: NewAlertKey },
  errors: ['notFound', 'wrongState', 'conflict'],
  async handler({ db, actor, params, body, allow, audit, changed, config, now }) {
    const subject = { kind: 'account', id: params.accountId.toLowerCase() }
    audit({ subject })
    const account = await lockAccount(db, actor, params.accountId)
    allow(canChangeKeys(actor, account))
    const verdict = keysVerdict(account)
    if (verdict !== true) throw new Failure('wrongState', verdict)
    const at = now()
    const { name = 'alerts', overlapHours = 24, defaults = {} } = body
    const keys = await alertKeysOf(db, account.id, at)
    const before = keys.find((key) => key.status === 'current' && key.name.toLowerCase() === name.trim().toLowerCase())
    if (keys.length - (before && overlapHours === 0 ? 1 : 0) >= maxKeys)
      throw new Failure('conflict', `The account has ${maxKeys} active keys, which is the limit. Delete one that is no longer used.`)
    const until = new Date(at.getTime() + overlapHours * hourMs)
    if (before) await db.updateTable('alert_keys').set({ expires_at: until }).where('id', '=', before.id).execute()
    const { key, publicId, hash } = mintKey('slwa', config.keySecret)
    const id = uuidv7()
    await db
      .insertInto('alert_keys')
      .values({
        id,
        account_id: account.id,
        name: name.trim(),
        public_id: publicId,
        hash,
        configuration_item: keepOrReplace(defaults.configurationItem, before?.configurationItem),
        assignment_group: keepOrReplace(defaults.assignmentGroup, before?.assignmentGroup),
        created_by: actor.id,
        created_at: at,
        expires_at: null,
      })
      .execute()
    const newKey = (await alertKeysOf(db, account.id, at)).find((each) => each.id === id)!
    audit({ subject, ...(before ? { before } : {}), after: newKey })
    await changed('alert', account.id)
    const replaced = before ? { id: before.id, expiresAt: until.toISOString() } : null
    return { ...newKey, key, url: alertEndpoint(config, account.id, key), replaced }
  },
})

const keepOrReplace = (newValue: string | null | undefined, before: string | null | undefined) =>
  newValue === undefined ? (before ?? null) : newValue?.trim() || null
