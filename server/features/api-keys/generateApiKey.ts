import { v7 as uuidv7 } from 'uuid'
import { mintKey } from '../../access/keys.ts'
import { requireStepUp } from '../../access/stepUp.ts'
import { Failure } from '../../http/errors.ts'
import { tidyName } from '../../http/name.ts'
import { operation, reply } from '../../http/operation.ts'
import { lookUpPeople, requirePeople } from '../people/requirePeople.ts'
import { readApiKeys, requireAccounts } from './queries.ts'
import { nextLook } from './remindOfKeyEnds.ts'
import { GeneratedApiKey, NewApiKey } from './schemas.ts'

const day = 86_400_000

export const generateApiKey = operation({
  id: 'generateApiKey',
  method: 'POST',
  path: '/admin/api-keys/generate',
  tag: 'api-keys',
  summary: 'Generate an API key, shown this once',
  description:
    'For programs, which send it in the header x-api-key. Only a keyed hash of it is kept. It wants a fresh, strong sign-in, and a repeated Idempotency-Key is answered 409: what was shown cannot be shown again.',
  access: 'admin',
  body: NewApiKey,
  answers: { 201: GeneratedApiKey },
  errors: ['stepUpNeeded', 'nameTaken', 'outsideFailed'],
  shownOnce:
    'This API key was generated already, and a key is shown once only. If you do not have it, revoke it and generate another with a new Idempotency-Key.',
  prepare: (preparation) => lookUpPeople(preparation, preparation.body.ownerId ? [preparation.body.ownerId] : []),
  async handler({ db, actor, body, config, now, audit, changed }, foundPeople) {
    const at = now()
    requireStepUp(actor, at)
    const accountIds = [...new Set((body.accountIds ?? []).map((id) => id.toLowerCase()))]
    requireFitting(body.scopes, accountIds)
    await requireAccounts(db, accountIds)
    const ownerId = (body.ownerId ?? actor.id).toLowerCase()
    await requirePeople(db, config, 'ownerId', [ownerId], foundPeople)
    const id = uuidv7()
    const { key, publicId, hash } = mintKey('slw', config.keySecret)
    const expiresAt = new Date(at.getTime() + (body.expiresInDays ?? 90) * day)
    await db
      .insertInto('api_keys')
      .values({
        id,
        name: tidyName(body.name),
        public_id: publicId,
        hash,
        scopes: body.scopes,
        account_ids: accountIds,
        owner_id: ownerId,
        created_by: actor.id,
        created_at: at,
        expires_at: expiresAt,
        remind_at: nextLook(expiresAt, at),
      })
      .execute()
    const [after] = await readApiKeys(db, actor, [id], at)
    audit({ subject: { kind: 'apiKey', id }, after })
    await changed('apiKey', id)
    return reply(201, { ...after!, key }, { 'cache-control': 'no-store' })
  },
})

/** Which accounts a key is for matters to `deploy` alone. @throws invalidRequest */
function requireFitting(scopes: string[], accountIds: string[]): void {
  const deploys = scopes.includes('deploy')
  if (deploys === accountIds.length > 0) return
  const message = deploys
    ? 'Say which accounts it may deploy to: the scope deploy is never for all of them.'
    : 'Only the scope deploy is for single accounts. Leave the accounts out, or add the scope.'
  throw new Failure('invalidRequest', message, { errors: [{ field: 'accountIds', message }] })
}
