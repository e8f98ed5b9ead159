import type { Static } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { checkInputSchema } from './checkInputs.ts'
import type { InputSchema } from './inputSchema.ts'
import type { ItemChange } from './schemas.ts'

export function itemColumns(change: Static<typeof ItemChange>) {
  const { name, version, category, description, inputs, monthlyEstimate, documentationUrl, enabled } = change
  return {
    name: name?.trim(),
    version,
    category: category?.trim(),
    description: description?.trim(),
    inputs: inputs && JSON.stringify(inputs),
    monthly_estimate: monthlyEstimate && JSON.stringify(monthlyEstimate),
    documentation_url: documentationUrl,
    enabled,
  }
}

/** @throws invalidRequest naming every invalid input */
export function requireUsableSchema(schema: InputSchema): void {
  const errors = checkInputSchema(schema)
  if (errors.length === 0) return
  throw new Failure(
    'invalidRequest',
    errors.map(({ field, message }) => `${field.replace('inputs.properties.', '')} ${message}`).join('; '),
    {
      errors,
    },
  )
}

export async function setApprovers(db: Db, itemId: string, personIds: string[]): Promise<void> {
  await db.deleteFrom('catalogue_item_approvers').where('item_id', '=', itemId).execute()
  if (personIds.length > 0)
    await db
      .insertInto('catalogue_item_approvers')
      .values(personIds.map((person_id) => ({ item_id: itemId, person_id })))
      .execute()
}
