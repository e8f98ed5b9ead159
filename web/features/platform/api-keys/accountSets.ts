import type { QueryClient } from '@tanstack/react-query'
import { listAccountsAdv, listFamilies, listTowers } from '../../../api/queries.ts'
import { count } from '../../../shared/waits.ts'
import { type AccountSet, maxAccounts, type Parent, scopeOf } from './accountScope.ts'
import { apiKeyLabels } from './labels.ts'

export async function findAccountSets(client: QueryClient, text: string): Promise<AccountSet[]> {
  const [towers, families] = await Promise.all([client.fetchQuery(listTowers()), client.fetchQuery(listFamilies())])
  const { parents, environments } = scopeOf(text, [
    ...towers.map(({ id, name }): Parent => ({ kind: 'tower', id, name })),
    ...families.map(({ id, name }): Parent => ({ kind: 'family', id, name })),
  ])
  const sets = await Promise.all(
    parents.flatMap((parent) => environments.map((environment) => findAccountSet(client, parent, environment))),
  )
  return sets.filter(({ accounts }) => accounts.length > 0)
}

async function findAccountSet(
  client: QueryClient,
  { kind, id: parentId, name: parentName }: Parent,
  environment: string,
): Promise<AccountSet> {
  const filter = `status==active;${kind}==${parentId};environment==${environment}`
  const { items, total } = await client.fetchQuery(listAccountsAdv({ size: maxAccounts, filter }))
  return {
    option: {
      value: `${parentId} ${environment}`,
      label: apiKeyLabels.allAccounts(environment, parentName),
      hint: count(total, 'account'),
      ...(total > maxAccounts && { disabledReason: `${count(total, 'account')}. A key can have up to ${maxAccounts}.` }),
    },
    accounts: items.map(({ id, name, family }) => ({ value: id, label: name, hint: family.name })),
  }
}
