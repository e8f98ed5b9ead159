import { story } from '../story.ts'

export const incidents = story('incidents', async ({ reach, reject, as, company, persona }) => {
  const [daniel, priya] = [as('Daniel'), as('Priya')]
  const { id: accountId, name } = company.accounts.find(
    ({ ownerIds, status, kind }) => ownerIds.includes(persona('Daniel').id) && status === 'active' && kind === 'cloud',
  )!
  const incident = { accountId, title: 'The tills stand still', description: 'Nobody can pay.', impact: 2, urgency: 1 }
  await reach('POST /{incidentService}/incident', { body: incident, as: priya })

  const { items } = await reach('GET /{incidentService}/search/ci/{name}', { path: { name }, as: priya })
  const configurationItem = items[0].sysId
  await reach('GET /{incidentService}/ci/{sys_id}', { path: { sys_id: configurationItem }, as: priya })
  const groups = await reach('GET /{incidentService}/search/assignmentGroup/{name}', { path: { name: 'Cloud' }, as: priya })
  const assignmentGroup = groups.items[0].sysId
  await reach('GET /{incidentService}/assignmentGroup/{sys_id}', { path: { sys_id: assignmentGroup }, as: priya })

  const { id: keyId, key } = await reach('PATCH /{incidentService}/accounts/{accountId}/key', {
    path: { accountId },
    body: { name: 'Monitoring' },
    as: daniel,
  })
  const alert = {
    path: { accountId, snowKey: key },
    query: { configurationItem, assignmentGroup, priority: 2, humanReadable: true },
    body: { title: 'Till 7 is offline', severity: 'critical' },
  }
  const operation = 'POST /{incidentService}/alert/account/{accountId}/key/{snowKey}'
  await reject(operation, 'signedOut', { ...alert, path: { accountId, snowKey: 'another' } })
  await reach(operation, alert)
  await reach('DELETE /{incidentService}/accounts/{accountId}/keys/{keyId}', { path: { accountId, keyId }, as: daniel })
  await reject(operation, 'signedOut', alert)
})
