import { v7 as uuidv7 } from 'uuid'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { operation, reply } from '../../../http/operation.ts'
import { stepUpToChange } from '../../../http/stepUp.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadItem } from './queries.ts'
import { NewItem, ServiceCatalogueItem } from './schemas.ts'
import { requireUsableSchema, setApprovers } from './writeItem.ts'

export const createCatalogueItem = operation({
  id: 'createCatalogueItem',
  method: 'POST',
  path: '/catalogue',
  tag: 'catalogue',
  summary: 'Add a catalogue item',
  access: 'admin',
  stepUp: ({ body }) => stepUpToChange([], body.approverIds),
  body: NewItem,
  responses: { 201: ServiceCatalogueItem },
  errors: ['nameTaken', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, preparation.body.approverIds ?? []),
  async handler({ db, actor, body, config, now, allow, audit, changed }, foundPeople) {
    const { approverIds = [] } = body
    requireUsableSchema(body.inputs)
    if (approverIds.length > 0) await requirePeople(db, config, 'approverIds', approverIds, foundPeople)
    allow(await canAddPeople(db, actor, [], approverIds, 'make yourself an approver'))
    const id = uuidv7()
    await db
      .insertInto('catalogue_items')
      .values({
        id,
        name: body.name.trim(),
        version: body.version,
        category: body.category.trim(),
        description: body.description.trim(),
        inputs: JSON.stringify(body.inputs),
        monthly_estimate: JSON.stringify(body.monthlyEstimate),
        documentation_url: body.documentationUrl ?? null,
        enabled: body.enabled ?? true,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    await setApprovers(db, id, approverIds)
    const after = await loadItem(db, actor, id)
    audit({ subject: { kind: 'catalogueItem', id }, after })
    await changed('catalogueItem', id)
    return reply(201, after, { location: `/catalogue/${id}`, etag: `"${after.revision}"` })
  },
})
