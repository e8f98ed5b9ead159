import { buildAccounts } from './accounts.ts'
import { buildCatalogue } from './catalogue.ts'
import { buildGroups } from './groups.ts'
import { buildFamilies, buildTowers } from './organisation.ts'
import { buildPeople } from './people.ts'
import type { Company } from './shapes.ts'
import { billingScope, companyName, domain, hub, managementGroups } from './topology.ts'

export { tenantId } from './topology.ts'

let cachedCompany: Company | undefined

/** The sample retailer has the same IDs on every call and every machine. */
export function company(): Company {
  cachedCompany ??= buildCompany()
  return cachedCompany
}

function buildCompany(): Company {
  const people = buildPeople()
  const towers = buildTowers(people)
  const families = buildFamilies(people)
  const catalogue = buildCatalogue(people)
  const accounts = buildAccounts({ people, towers, families, catalogue })
  return {
    name: companyName,
    domain,
    people,
    towers,
    families,
    accounts,
    groups: buildGroups({ people, towers, accounts }),
    catalogue,
    hub,
    billingScope,
    managementGroups,
    personas: people.filter((person) => person.persona).sort((a, b) => a.persona!.order - b.persona!.order),
  }
}
