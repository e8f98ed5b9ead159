import { Type } from 'typebox'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { requireState } from '../accounts/changeAccount.ts'
import { NewAccount } from '../accounts/schemas.ts'
import { Uuid } from '../people/schemas.ts'
import { changeInCloud } from './changeInCloud.ts'
import { managementTag } from './managementTag.ts'
import { mayAdopt } from './policy.ts'
import { groupName } from './resourceId.ts'
import { Tags } from './schemas.ts'

export const adoptResourceGroup = operation({
  id: 'adoptResourceGroup',
  method: 'POST',
  path: '/accounts/{id}/resourceGroups/{name}/adopt',
  tag: 'accounts',
  summary: 'Take a resource group into management: tag it as managed, with its cost centre and owner',
  description: 'What is in the group stays as it is. Adopting it again changes the cost centre and the owner.',
  access: 'owner',
  params: Type.Object(
    { id: Uuid, name: Type.String({ pattern: groupName, description: 'Of the resource group.' }) },
    { additionalProperties: false },
  ),
  body: Type.Object(
    {
      costCentre: NewAccount.properties.costCentre,
      ownerId: Type.Unsafe<string>({ ...Uuid, description: 'One of the owners of the account.' }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Object({ name: Type.String(), tags: Tags }) },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  prepare: ({ params, body, ...preparation }) =>
    changeInCloud(preparation, params.id, async (account, subscriptionId) => {
      const owner = account.owners.find(({ id }) => id === body.ownerId.toLowerCase())
      if (!owner?.email)
        throw new Failure('invalidRequest', 'The owner of a resource group is one of the account’s owners who has an e-mail address.', {
          errors: [{ field: 'ownerId', message: owner ? 'has no e-mail address' : 'is not an owner of this account' }],
        })
      const { arm } = preparation.clients
      const group = await arm.getResourceGroup(subscriptionId, params.name)
      if (!group) throw new Failure('notFound', 'There is no such resource group any more.')
      requireState(mayAdopt(group))
      const wanted = { [managementTag.name]: managementTag.value, costCentre: body.costCentre, owner: owner.email }
      return { name: group.name, before: group.tags ?? {}, tags: await arm.changeTags(group.id, 'Merge', wanted) }
    }),
  async handler({ allow, audit, changed }, { account, verdict, done }) {
    const subject = { kind: 'account', id: account.id }
    audit({ subject })
    allow(verdict)
    const { name, before, tags } = done!
    audit({ subject, before: { resourceGroup: name, tags: before }, after: { resourceGroup: name, tags } })
    await changed('accountResources', account.id)
    return { name, tags }
  },
})
