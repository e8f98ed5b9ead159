import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadUpdate } from '../updates/queries.ts'
import { AccountUpdate, DecommissionReason } from '../updates/schemas.ts'
import { submitUpdate } from '../updates/submitUpdate.ts'
import { dryRunFor } from './dry-run/dryRunFor.ts'
import { summarizeDryRun } from './dry-run/summary.ts'
import { previewDecision, selectOpenRuns } from './queries.ts'
import { DryRun } from './schemas.ts'

export const changedSinceDryRun =
  'The resources to remove have changed since your dry run. Nothing was changed. Repeat the dry run, then submit the request again.'

export const requestDecommission = operation({
  id: 'requestDecommission',
  method: 'POST',
  path: '/accounts/{id}/updates/decommission',
  tag: 'account-updates',
  summary: 'Request the decommission of an account',
  description:
    'Does a dry run first, and returns 409 with its blockers if there are any. If you send the fingerprint of an earlier dry run, also returns 409 if the resources have changed since. After approval, access is removed; resources are deleted after the grace period.',
  access: 'owner',
  params: AccountId,
  body: Type.Object(
    {
      confirmName: Type.String({ maxLength: 63, description: 'Name of the account, to confirm the request.' }),
      reason: DecommissionReason,
      fingerprint: Type.Optional(Type.String({ maxLength: 64, description: 'Fingerprint of the dry run that you reviewed.' })),
    },
    { additionalProperties: false },
  ),
  responses: { 201: Type.Object({ ...AccountUpdate.properties, dryRun: DryRun }) },
  errors: ['notFound', 'wrongState', 'conflict'],
  prepare: (preparation) => dryRunFor(preparation, preparation.params.id),
  async handler(call, { verdict, dryRun }) {
    const { db, actor, params, body, now, allow, audit, changed } = call
    const account = await lockAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict === true ? canDoInAccount(actor, 'decommission', account) : verdict)
    requireState(stateVerdict('decommission', account))
    if (body.confirmName.trim() !== account.name) {
      const message = `must be exactly the account name, ${account.name}`
      throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'confirmName', message }] })
    }
    const plan = dryRun!
    const blockers = [...(await selectOpenRuns(db, account.id)), ...plan.blockers]
    if (blockers.length > 0)
      throw new Failure('conflict', `The decommission is blocked: ${blockers.map(({ description }) => description).join(' ')}`, {
        errors: blockers.map(({ kind, description, remedy }) => ({ field: kind, message: `${description} ${remedy}` })),
      })
    if (body.fingerprint !== undefined && body.fingerprint !== plan.fingerprint) throw new Failure('conflict', changedSinceDryRun)
    const approval = await previewDecision(db, actor, account, now())
    const { id, status, decisionReason } = await submitUpdate(call, {
      account,
      kind: 'decommission',
      change: { before: { status: 'active', ...summarizeDryRun(plan) }, after: { status: 'decommissioned' } },
      reason: body.reason.trim(),
      requester: actor,
    })
    audit({
      subject: { kind: 'accountUpdate', id },
      after: { accountId: account.id, fingerprint: plan.fingerprint, ...(decisionReason ? { outcome: status, decisionReason } : {}) },
    })
    await changed('approval', id)
    const update = await loadUpdate(db, actor, { id: account.id, updateId: id })
    return reply(201, { ...update, dryRun: { ...plan, blockers, approval } }, { location: `/accounts/${account.id}/updates/${id}` })
  },
})
