import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { NewAccount } from '../accounts/schemas.ts'
import { changeableSubscription } from './changeableSubscription.ts'
import { managementTag } from './managementTag.ts'
import { canAdopt } from './policy.ts'
import { groupName } from './resourceId.ts'
import { startTagChange, TagChange, TagError, tagChangePath } from './tagChange.ts'
import { waitUntilTagged } from './waitUntilTagged.ts'

export const ResourceGroupAdoption = Type.Object({
  id: Type.Unsafe<string>({ ...Uuid, description: 'ID of the tag change; see `getTagChange`.' }),
  status: TagChange.properties.status,
  name: Type.String(),
  tags: Type.Unsafe<Record<string, string> | null>({
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'All tags of the resource group; null while the change runs or if it failed.',
  }),
  error: TagError,
})

export const adoptResourceGroup = operation({
  id: 'adoptResourceGroup',
  method: 'POST',
  path: '/accounts/{id}/resourceGroups/{name}/adopt',
  tag: 'accounts',
  summary: 'Adopt a resource group: tag it as managed, with a cost centre and owner',
  description:
    'Doesn’t change the resources in the group. Returns 200 if Azure responds within seconds, with `error` if it rejected the change, and otherwise 202; then `getTagChange` returns the result. Repeat the call to change the cost centre or owner.',
  access: 'owner',
  params: Type.Object(
    { id: Uuid, name: Type.String({ pattern: groupName, description: 'Name of the resource group.' }) },
    { additionalProperties: false },
  ),
  body: Type.Object(
    {
      costCentre: NewAccount.properties.costCentre,
      ownerId: Type.Unsafe<string>({ ...Uuid, description: 'ID of an owner of the account.' }),
    },
    { additionalProperties: false },
  ),
  responses: { 202: ResourceGroupAdoption, 200: ResourceGroupAdoption },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  async prepare({ params, db, actor, clients }) {
    const { account, verdict, subscriptionId } = await changeableSubscription({ db, actor }, params.id)
    if (subscriptionId === undefined) return { account, verdict }
    return { account, verdict, group: await clients.arm.getResourceGroup(subscriptionId, params.name) }
  },
  async handler({ db, jobs, actor, body, now, allow, audit }, { account, verdict, group }) {
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(verdict)
    const owner = account.owners.find(({ id }) => id === body.ownerId.toLowerCase())
    if (!owner?.email)
      throw new Failure('invalidRequest', 'Choose an owner of the account who has an email address.', {
        errors: [{ field: 'ownerId', message: owner ? 'has no email address' : 'isn’t an owner of this account' }],
      })
    if (!group) throw new Failure('notFound', 'This resource group no longer exists.')
    requireState(canAdopt(group))
    const tags = { [managementTag.name]: managementTag.value, costCentre: body.costCentre, owner: owner.email }
    const change = { operation: 'merge' as const, tags, resourceIds: [group.id] }
    const id = await startTagChange({ db, jobs }, { accountId: account.id, personId: actor.id, ...change, now: now() })
    audit({
      subject,
      before: { resourceGroup: group.name, tags: group.tags ?? {} },
      after: { resourceGroup: group.name, tagChangeId: id, tags },
    })
    const runningChange = { id, status: 'running' as const, name: group.name, tags: null, error: null }
    return reply(202, runningChange, { location: tagChangePath(account.id, id) })
  },
  async afterCommit({ db }, reply) {
    const { status, results } = await waitUntilTagged(db, reply)
    const [result] = results
    const body = { ...reply.body, status, tags: result?.ok ? result.tags : null, error: result?.error ?? null }
    return { ...reply, status: status === 'done' ? 200 : 202, body }
  },
})
