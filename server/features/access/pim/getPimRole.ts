import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { listRoles } from '../../accounts/groups/roles.ts'
import { fetchEverywhere, placeRoles } from './eligibleEverywhere.ts'
import { PimRoleDetail } from './schemas.ts'

const guid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
// Azure ids ignore case; these are the spellings in Azure’s own responses.
const scopePattern = '(/[A-Za-z0-9._()-]+)*/[Pp]roviders/[Mm]icrosoft\\.[Aa]uthorization'

export const getPimRole = operation({
  id: 'getPimRole',
  method: 'GET',
  path: '/pim/role',
  tag: 'pim',
  summary: 'Get a privileged role: what it allows, where you can activate it, and the rules',
  access: 'signedIn',
  query: Type.Object(
    {
      roleDefinitionId: Type.String({
        maxLength: 500,
        pattern: `^(${scopePattern}/[Rr]ole[Dd]efinitions/)?${guid}$`,
        description:
          'Its GUID, or its full id in Azure: `/providers/Microsoft.Authorization/roleDefinitions/{guid}`, with or without a scope in front.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: { 200: PimRoleDetail },
  errors: ['notFound', 'outsideFailed'],
  async prepare(preparation) {
    const asked = await fetchEverywhere(preparation)
    const id = preparation.query.roleDefinitionId.slice(-36).toLowerCase()
    const roles = asked.found.value.roles.filter((role) => role.roleDefinitionId === id)
    const known = asked.definitions.find((definition) => definition.id === id)
    // A custom role of the account is defined in its subscription only.
    const subscriptionId = roles.find((role) => role.subscriptionId)?.subscriptionId
    const own =
      known || !subscriptionId ? known : (await listRoles(preparation.clients, subscriptionId)).value.find((each) => each.id === id)
    if (!own) throw new Failure('notFound', 'This role doesn’t exist in Azure, or you can’t activate it in its account.')
    return { asked: { ...asked, found: { ...asked.found, value: { ...asked.found.value, roles } } }, definition: own }
  },
  async handler({ db, actor, config }, { asked, definition: { id, ...definition } }) {
    const { items } = await placeRoles(db, { actor, config }, asked)
    return { roleDefinitionId: id, ...definition, eligible: items, fetchedAt: asked.found.fetchedAt.toISOString() }
  },
})
