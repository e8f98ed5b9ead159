import type { TestApp } from '../../../../test/app.ts'

export async function replaceApproversWithRavi(app: TestApp): Promise<void> {
  const family = app.company.families.find(({ name }) => name === 'Checkout')!
  await app.db.deleteFrom('family_owners').where('family_id', '=', family.id).where('person_id', '<>', app.persona('Ravi').id).execute()
}
