import { operation, reply } from '../../../http/operation.ts'
import { loadItem } from './queries.ts'
import { ItemId, ServiceCatalogueItem } from './schemas.ts'

export const getCatalogueItem = operation({
  id: 'getCatalogueItem',
  method: 'GET',
  path: '/catalogue/{id}',
  tag: 'catalogue',
  summary: 'Get a catalogue item with its inputs',
  access: 'signedIn',
  params: ItemId,
  responses: { 200: ServiceCatalogueItem },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const item = await loadItem(db, actor, params.id)
    return reply(200, item, { etag: `"${item.revision}"` })
  },
})
