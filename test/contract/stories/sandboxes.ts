import { story } from '../story.ts'
import { newSandbox, openTemplate } from './sampleSandboxes.ts'

export const sandboxes = story('sandboxes', async (context) => {
  const { reach, reject, as, persona } = context
  const [priya, daniel, admin] = [as('Priya'), as('Daniel'), as('Niamh')]
  await openTemplate(context)
  const { id, name, groupId } = await newSandbox(context, 'checkout-trial')
  const path = { id }
  await reach('GET /sandboxes', { as: priya })
  const query = { page: 1, size: 5, sort: 'name', filter: '', search: name }
  await reach('GET /sandboxes/adv', { query, as: priya })
  await reach('GET /sandboxes/adv/options', { as: priya })
  await reach('GET /sandboxes/mySandboxes', { as: priya })
  await reach('GET /sandboxes/search', { query: { searchTerm: name }, as: priya })
  await reach('GET /sandboxes/byName/{name}', { path: { name }, as: priya })
  await reach('GET /sandboxes/mySandboxes/{id}', { path, as: priya })
  await reach('GET /sandboxes/{id}', { path, as: priya })
  await reach('GET /sandboxes/{id}/groups', { path, as: priya })

  const accessRequestInput = { path, body: { groupId, justification: 'To look at how the trial goes.', durationHours: null }, as: daniel }
  await reach('POST /sandboxes/{id}/accessRequests', accessRequestInput)
  await reject('POST /sandboxes/{id}/accessRequests', 'conflict', accessRequestInput)
  await reach('GET /sandboxes/{id}/accessRequests', { path, as: priya })

  const owners = { ownerIds: [persona('Priya').id, persona('Daniel').id] }
  await reach('PATCH /sandboxes/{id}/owners', { path, body: owners, as: priya })
  await reach('PATCH /sandboxes/admin/{id}/owners', { path, body: { ownerIds: [persona('Priya').id] }, as: admin })
  await reach('DELETE /sandboxes/{id}', { path, as: priya })
  await reject('DELETE /sandboxes/{id}', 'conflict', { path, as: priya })
  await reject('PATCH /sandboxes/{id}/owners', 'conflict', { path, body: owners, as: priya })
  await reject('PATCH /sandboxes/admin/{id}/owners', 'conflict', { path, body: owners, as: admin })

  const secondDeletion = { path: { id: (await newSandbox(context, 'checkout-trial-two')).id }, as: admin }
  await reach('DELETE /sandboxes/admin/{id}', secondDeletion)
  await reject('DELETE /sandboxes/admin/{id}', 'conflict', secondDeletion)
})
