import { Type } from 'typebox'
import { invalidate } from '../../../clients/cached.ts'
import { Failure, type FieldProblem } from '../../../errors.ts'
import { toExternalChangeError } from '../../../http/afterCommit.ts'
import { writeAudit } from '../../../http/audit.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount, stateVerdict } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { explain } from './explain.ts'
import { findVault } from './findVault.ts'
import { presentSecret } from './presentSecret.ts'
import { SetSecretResult, secretName, vaultName } from './schemas.ts'

/** Key Vault's limit on the length of a value, in bytes. */
const maxBytes = 25_000

export const setKeyVaultSecret = operation({
  id: 'setKeyVaultSecret',
  method: 'POST',
  path: '/utils/setKeyVaultSecret',
  tag: 'utils',
  summary: 'Set a secret in a key vault of an account',
  description:
    'Creates a new current version of the secret. Slipway never stores or returns the value. The audit trail records the attempt before the vault is called, and then its outcome.',
  access: 'owner',
  perMinute: 60,
  transactions: 'own',
  body: Type.Object(
    {
      accountId: Uuid,
      vaultName: Type.String({ pattern: vaultName, maxLength: 24, description: 'Name of a vault in the account’s subscription.' }),
      name: Type.String({ pattern: secretName, maxLength: 127 }),
      value: Type.String({ minLength: 1, maxLength: maxBytes, description: `Value of the secret, at most ${maxBytes} bytes.` }),
      contentType: Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\x00-\\x1f]*$' })),
      notBefore: Type.Optional(
        Type.String({ format: 'date-time', maxLength: 40, description: 'Time from which the secret is valid; default: immediately.' }),
      ),
      expiresOn: Type.Optional(
        Type.String({ format: 'date-time', maxLength: 40, description: 'Time at which the secret expires; default: never.' }),
      ),
      enabled: Type.Optional(Type.Boolean({ default: true })),
      tags: Type.Optional(
        Type.Record(Type.String({ pattern: '^[^\\x00-\\x1f]{1,256}$' }), Type.String({ maxLength: 256, pattern: '^[^\\x00-\\x1f]*$' }), {
          additionalProperties: false,
          maxProperties: 15,
        }),
      ),
      recover: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether to recover a deleted secret with this name first; default: false.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: SetSecretResult },
  errors: ['notFound', 'conflict', 'wrongState', 'outsideFailed'],
  // The handler makes the call, because the Idempotency-Key must be checked first: a second call would create a second version.
  prepare: async ({ clients }) => clients,
  async handler({ db, actor, body, now, requestId, allow, audit, changed }, clients) {
    const account = await loadAccount(db, actor, body.accountId)
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(canDoInAccount(actor, 'update', account))
    requireState(stateVerdict('update', account))
    const { subscriptionId } = account
    if (!subscriptionId) throw new Failure('wrongState', 'This account has no subscription, so it has no key vaults.')
    validateSecret(body, now())
    const vault = await findVault(clients, subscriptionId, body.vaultName)

    const { name, value, contentType, tags, enabled = true, notBefore, expiresOn, recover = false } = body
    const secretFields = {
      vault: vault.name,
      name,
      ...(contentType === undefined ? {} : { contentType }),
      enabled,
      notBefore,
      expiresOn,
      recover,
    }
    const auditBase = { actor, operation: 'setKeyVaultSecret', requestId, subject }
    // The event is written before the call, so that it exists even after a crash in between.
    await writeAudit(db, { ...auditBase, outcome: 'allowed', after: { ...secretFields, stage: 'started' } })
    const attributes = { enabled, ...seconds('nbf', notBefore), ...seconds('exp', expiresOn) }
    const secret = { value, attributes, ...(contentType === undefined ? {} : { contentType }), ...(tags ? { tags } : {}) }
    const newSecret = await clients.keyVault.setSecret(vault.name, name, secret, recover).catch((error: unknown) => {
      throw toExternalChangeError(explain(vault.name, error))
    })
    invalidate(clients, `keyVaults ${subscriptionId}`)
    const presentedSecret = presentSecret(vault.name, newSecret)
    audit({ subject, after: { ...secretFields, stage: 'done', version: presentedSecret.version, recovered: newSecret.recovered } })
    await changed('keyVault', account.id)
    return { ...presentedSecret, recovered: newSecret.recovered }
  },
})

function seconds<K extends string>(key: K, time: string | undefined): Partial<Record<K, number>> {
  return time === undefined ? {} : ({ [key]: Math.floor(Date.parse(time) / 1_000) } as Record<K, number>)
}

/** @throws invalidRequest without the value in the message */
function validateSecret({ value, notBefore, expiresOn }: { value: string; notBefore?: string; expiresOn?: string }, now: Date): void {
  const errors: FieldProblem[] = []
  if (Buffer.byteLength(value) > maxBytes) errors.push({ field: 'value', message: `is longer than ${maxBytes} bytes` })
  if (expiresOn !== undefined && Date.parse(expiresOn) <= now.getTime()) errors.push({ field: 'expiresOn', message: 'has already passed' })
  if (expiresOn !== undefined && notBefore !== undefined && Date.parse(expiresOn) <= Date.parse(notBefore))
    errors.push({ field: 'expiresOn', message: 'must be after the start of validity' })
  if (errors.length > 0)
    throw new Failure('invalidRequest', `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, { errors })
}
