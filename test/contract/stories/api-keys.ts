import { story } from '../story.ts'

export const apiKeys = story('api-keys', async ({ reach, reject, as }) => {
  const admin = as('Niamh')
  const body = { name: 'Store openings', scopes: ['edge:complete'] }
  const { id } = await reach('POST /admin/api-keys/generate', { body, as: admin })
  await reject('POST /admin/api-keys/generate', 'conflict', { body, as: admin })
  await reach('GET /admin/api-keys', { as: admin })
  await reach('DELETE /admin/api-keys/{id}', { path: { id }, as: admin })
})
