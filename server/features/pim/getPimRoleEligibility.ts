import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { listRoles } from '../account-groups/roles.ts'
import type { RoleDefinition } from '../account-groups/schemas.ts'
import { fresh } from '../account-insights/fresh.ts'
import { InsightQuery } from '../account-insights/schemas.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { type Eligible, eligibleRoles } from './eligibility.ts'
import { mayActivate } from './policy.ts'
import { PimEligibility } from './schemas.ts'

export const getPimRoleEligibility = operation({
  id: 'getPimRoleEligibility',
  method: 'GET',
  path: '/accounts/{id}/getPimRoleEligibility',
  tag: 'accounts',
  summary: 'The privileged roles that you may take for a while in an account',
  description:
    'Your own and those through groups; nobody is shown another person’s. As Azure told it at `fetchedAt`, at most a minute ago.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  answers: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params, query }) {
    const account = await readAccount(db, actor, params.id)
    const { subscriptionId } = account
    if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
    const key = `privileged roles ${actor.id} ${subscriptionId}`
    const [found, roles] = await Promise.all([
      fresh(clients, key, () => eligibleRoles(clients, subscriptionId, actor.id), query.refresh),
      listRoles(clients, subscriptionId).then(
        ({ value }) => value,
        (): RoleDefinition[] => [],
      ),
    ])
    return { account, found, roles }
  },
  async handler(_, { account, found, roles }) {
    const lets = new Map(roles.map((role) => [role.id, role.lets]))
    const present = ({ rules, scheduleId: _, ...role }: Eligible) => ({
      ...role,
      lets: lets.get(role.roleDefinitionId) ?? [],
      maxMinutes: rules?.maxMinutes ?? null,
      requires: {
        justification: rules?.justification ?? true,
        ticket: rules?.ticket ?? false,
        mfa: rules?.mfa ?? false,
        approval: rules?.approval ?? false,
      },
      can: { activate: mayActivate(account, rules, role.active) },
    })
    return { items: found.value.map(present), fetchedAt: found.fetchedAt.toISOString() }
  },
})
