import type { SampleAccount, SampleCatalogueItem } from './shapes.ts'

interface Property {
  type: string
  default?: unknown
  maxLength?: number
  minLength?: number
}

export function serviceInputs(
  accounts: readonly SampleAccount[],
  catalogue: readonly SampleCatalogueItem[],
): { account_id: string; item_id: string; inputs: Record<string, unknown>; added_at: string }[] {
  const items = new Map(catalogue.map((item) => [item.id, item]))
  return accounts.flatMap((account) =>
    account.catalogueItemIds.map((id) => {
      const { properties } = items.get(id)!.inputs as { properties: Record<string, Property> }
      const inputs = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          name === 'region' ? account.region : (property.default ?? textFor(account, property)),
        ]),
      )
      return { account_id: account.id, item_id: id, inputs, added_at: account.createdAt }
    }),
  )
}

function textFor({ name }: SampleAccount, { minLength = 0, maxLength = 100 }: Property): string {
  return minLength > name.length ? 'Agreed during account setup.' : name.slice(0, maxLength)
}
