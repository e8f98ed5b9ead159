import type { Product } from './product.ts'

export async function emptyInbox(product: Product, givenName: string): Promise<void> {
  const person = product.as(product.persona(givenName).id)
  for (const { id, stage } of (await person.get('/account-approvals/pending-approvals')).body)
    await person.post(`/account-approvals/${id}`, { decision: 'reject', stage, comment: 'Out of the way.' })
}
