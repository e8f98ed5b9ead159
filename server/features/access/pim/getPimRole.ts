import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { listRoles } from '../../accounts/groups/roles.ts'
import { assignRolesToAccounts, fetchAllEligibleRoles } from './fetchEligibleRoles.ts'
import { PimRoleDetail } from './schemas.ts'

const guidPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
// Azure compares IDs without case, so these are the spellings in Azure’s own responses.
const scopePattern = '(/[A-Za-z0-9._()-]+)*/[Pp]roviders/[Mm]icrosoft\\.[Aa]uthorization'

export const getPimRole = operation({
  id: 'getPimRole',
  method: 'GET',
  path: '/pim/role',
  tag: 'pim',
  summary: 'Get a privileged role with its permissions, your eligible accounts and the activation rules',
  access: 'signedIn',
  query: Type.Object(
    {
      roleDefinitionId: Type.String({
        maxLength: 500,
        pattern: `^(${scopePattern}/[Rr]ole[Dd]efinitions/)?${guidPattern}$`,
        description:
          'GUID of the role definition, or its full Azure resource id: `/providers/Microsoft.Authorization/roleDefinitions/{guid}`, with or without a scope prefix.',
      }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: PimRoleDetail },
  errors: ['notFound', 'outsideFailed'],
  async prepare(preparation) {
    const eligibleRoles = await fetchAllEligibleRoles(preparation)
    const id = preparation.query.roleDefinitionId.slice(-36).toLowerCase()
    const roles = eligibleRoles.found.value.roles.filter((role) => role.roleDefinitionId === id)
    const roleDefinition = eligibleRoles.definitions.find((definition) => definition.id === id)
    // A custom role of the account is defined only in the subscription of the account.
    const subscriptionId = roles.find((role) => role.subscriptionId)?.subscriptionId
    const ownRole =
      roleDefinition || !subscriptionId
        ? roleDefinition
        : (await listRoles(preparation.clients, subscriptionId)).value.find((each) => each.id === id)
    if (!ownRole) throw new Failure('notFound', 'This role doesn’t exist in Azure, or you can’t activate it in its account.')
    return {
      eligibleRoles: { ...eligibleRoles, found: { ...eligibleRoles.found, value: { ...eligibleRoles.found.value, roles } } },
      definition: ownRole,
    }
  },
  async handler({ db, actor, config }, { eligibleRoles: roles, definition: { id, ...definition } }) {
    const { items } = await assignRolesToAccounts(db, { actor, config }, roles)
    return { roleDefinitionId: id, ...definition, eligible: items, fetchedAt: roles.found.fetchedAt.toISOString() }
  },
})
