import type { TestApp } from '../../../../test/app.ts'

/** Leaves Ravi alone to decide for the family Checkout. @returns a function that brings the others back */
export async function onlyRavi(app: TestApp): Promise<void> {
  const family = app.company.families.find(({ name }) => name === 'Checkout')!
  await app.db.deleteFrom('family_owners').where('family_id', '=', family.id).where('person_id', '<>', app.persona('Ravi').id).execute()
}
