import { deployRepository } from '../../../sample/deployedApps.ts'
import { story } from '../story.ts'

export const deploymentTool = story('deployment-tool', async ({ reach, call, as, withKey, company }) => {
  const account = company.accounts.find(({ name }) => name === 'checkout-basket-dev')!
  const body = { name: 'Checkout pipeline', scopes: ['deploy'], accountIds: [account.id] }
  const { key } = (await call('POST /admin/api-keys/generate', { body, as: as('Niamh') })).body
  const pipeline = withKey(key)
  const signIn = { username: 'x-access-token', password: 'a-token-of-the-repository' }
  const repository = { accountId: account.id, repository: 'https://github.com/northgate/checkout-private.git', ...signIn }
  const app = { accountId: account.id, name: 'basket-api' }
  await reach('POST /{deploymentTool}/OnboardRepo', { body: repository, as: pipeline })
  const source = { repository: deployRepository(account), path: 'apps/basket-api' }
  const destination = { cluster: 'aks-retail-nonprod', namespace: account.name }
  await reach('POST /{deploymentTool}/UpdateApp', { body: { ...app, revision: 'main', source, destination }, as: pipeline })
  await reach('POST /{deploymentTool}/GetApp', { body: app, as: pipeline })
  await reach('POST /{deploymentTool}/RemoveApp', { body: app, as: pipeline })
})
