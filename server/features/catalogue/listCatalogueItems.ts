import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { people } from '../people/queries.ts'
import { NullableText, PersonRef, Uuid } from '../people/schemas.ts'

const ServiceCatalogueItem = Type.Object({
  id: Uuid,
  name: Type.String(),
  version: Type.String(),
  category: Type.String(),
  description: Type.String(),
  inputs: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema of what the item asks of its requester.',
  }),
  monthlyEstimate: Type.Object({ amount: Type.Integer({ description: 'A month, in minor units.' }), currency: Type.String() }),
  approvers: Type.Array(PersonRef, { description: 'Who must approve it; nobody = not restricted.' }),
  documentationUrl: NullableText,
})

export const listCatalogueItems = operation({
  id: 'listCatalogueItems',
  method: 'GET',
  path: '/catalogue',
  tag: 'catalogue',
  summary: 'What can be ordered for an account, by category and name',
  access: 'signedIn',
  answers: { 200: Type.Array(ServiceCatalogueItem) },
  async handler({ db }) {
    const rows = await db
      .selectFrom('catalogue_items')
      .selectAll()
      .select(
        people(sql`(select item_id, person_id, 0 as position from catalogue_item_approvers)`, sql`l.item_id = catalogue_items.id`).as(
          'approvers',
        ),
      )
      .where('enabled', '=', true)
      .orderBy('category')
      .orderBy(sql`lower(name)`)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      version: row.version,
      category: row.category,
      description: row.description,
      inputs: row.inputs,
      monthlyEstimate: row.monthly_estimate,
      approvers: row.approvers,
      documentationUrl: row.documentation_url,
    }))
  },
})
