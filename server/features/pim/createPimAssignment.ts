import { Failure } from '../../http/errors.ts'
import { operation, reply } from '../../http/operation.ts'
import { forget } from '../account-insights/fresh.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { type Activation, activate } from './activate.ts'
import { PimActivation, PimAssignment } from './schemas.ts'

export const createPimAssignment = operation({
  id: 'createPimAssignment',
  method: 'POST',
  path: '/accounts/{id}/createAssignment',
  tag: 'accounts',
  summary: 'Take a privileged role in an account for a while',
  description: 'Only one that you are eligible for, and no longer than its policy allows. Only for yourself.',
  access: 'signedIn',
  params: AccountId,
  body: PimActivation,
  answers: { 201: PimAssignment },
  errors: ['notFound', 'forbidden', 'wrongState', 'conflict', 'outsideFailed'],
  // A refusal is kept for the handler: a call that is repeated under its Idempotency-Key is answered what it was answered first.
  async prepare({ db, actor, clients, params, body }): Promise<{ activation: Activation } | { failure: unknown }> {
    const account = await readAccount(db, actor, params.id)
    try {
      return { activation: await activate(clients, account, actor, body) }
    } catch (failure) {
      return { failure }
    } finally {
      forget(clients, `privileged roles ${actor.id} ${account.subscriptionId}`)
    }
  },
  async handler({ actor, params, body, allow, audit, changed }, prepared) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    if ('failure' in prepared) throw prepared.failure
    const { verdict, made } = prepared.activation
    allow(verdict)
    if (!made) throw new Failure('conflict')
    const { linkedEligibilityId, ...answer } = made
    audit({ subject, after: { privilegedRole: { ...answer, ...body, personId: actor.id, linkedEligibilityId } } })
    await changed('privilegedRole', params.id, [actor.id])
    return reply(201, answer)
  },
})
