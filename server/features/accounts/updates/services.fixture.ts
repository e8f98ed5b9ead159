import type { TestApp } from '../../../../test/app.ts'

function valuesFor(inputs: unknown): Record<string, unknown> {
  const { properties } = inputs as { properties: Record<string, { type: string; default?: unknown; enum?: string[]; minLength?: number }> }
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, default: preset, enum: choices, minLength = 3 }]) => [
      name,
      preset ?? choices?.[0] ?? (type === 'string' ? 'checkout'.padEnd(minLength, 's') : 1),
    ]),
  )
}

export function services(app: Pick<TestApp, 'company' | 'persona' | 'as' | 'db'>) {
  const daniel = app.persona('Daniel')
  const accounts = app.company.accounts.filter(
    (account) => account.ownerIds.includes(daniel.id) && account.kind === 'cloud' && account.status === 'active',
  )
  const item = (name: string) => app.company.catalogue.find((each) => each.name === name)!
  const order = (name: string, inputs: Record<string, unknown> = {}) => ({
    itemId: item(name).id,
    inputs: { ...valuesFor(item(name).inputs), ...inputs },
  })
  const freeAccount = (n: number) => {
    const account = accounts[n]
    if (!account) throw new Error(`Daniel owns ${accounts.length} accounts only`)
    return account
  }
  const findMissingItems = (account: { catalogueItemIds: string[] }) =>
    app.company.catalogue.find((each) => each.enabled && each.approverIds.length === 0 && !account.catalogueItemIds.includes(each.id))!
  return {
    loadFree: freeAccount,
    item,
    order,
    missing: findMissingItems,
    async ask(account: { id: string; catalogueItemIds: string[] }, overrides: Record<string, unknown> = {}) {
      const body = { add: [order(findMissingItems(account).name)], reason: 'For the summer campaign.', ...overrides }
      const response = await app.as(daniel.id).post(`/accounts/${account.id}/updates/catalogue`, body)
      if (response.status !== 201) throw new Error(`the change was not accepted: ${JSON.stringify(response.body)}`)
      return response.body
    },
    vote: (givenName: string, update: { id: string; account: { id: string } }, decision = 'approve', comment = 'Because of the plan.') =>
      app
        .as(app.persona(givenName).id)
        .post(`/accounts/${update.account.id}/updates/${update.id}/approve`, { decision, stage: 1, comment }),
    statusOf: async (updateId: string) =>
      (await app.db.selectFrom('account_updates').select('status').where('id', '=', updateId).executeTakeFirstOrThrow()).status,
    runOf: (updateId: string) =>
      app.db.selectFrom('work_runs').select(['id', 'kind', 'status']).where('subject_id', '=', updateId).executeTakeFirst(),
  }
}
