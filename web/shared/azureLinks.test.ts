import { expect, it } from 'vitest'
import { azureLinksOf } from './azureLinks.ts'

const portal = 'https://portal.azure.us'
const subscriptionId = '3f1c2a0e-9d57-4d0f-8f5a-52a3b8c1d9e7'

it('opens a subscription or a resource group in the configured portal', () => {
  expect(azureLinksOf(portal, { subscriptionId })).toEqual({
    overview: `${portal}/#resource/subscriptions/${subscriptionId}/overview`,
    cloudShell: `${portal}/#cloudshell/`,
    command: `az account set --subscription ${subscriptionId}`,
  })
  expect(azureLinksOf(portal, { subscriptionId, resourceGroup: 'rg lab' }).overview).toBe(
    `${portal}/#resource/subscriptions/${subscriptionId}/resourceGroups/rg%20lab/overview`,
  )
})
