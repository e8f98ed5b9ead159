import { ClientSecretCredential } from '@azure/identity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slipwayClientId } from '../../simulator/core/constants.ts'
import { type Cloud, startCloud } from './cloud.ts'

let cloud: Cloud
beforeAll(async () => {
  cloud = await startCloud()
})
afterAll(() => cloud.close())

const endpoints = (apiVersion: string) => fetch(`${cloud.sim.origins.arm}/metadata/endpoints?api-version=${apiVersion}`)

it('gives the Azure CLI and Terraform all endpoints of the cloud, without a token', async () => {
  const { identity, graph, arm } = cloud.sim.origins
  const response = await endpoints('2022-09-01')
  expect(response.status).toBe(200)
  const metadata = (await response.json()) as Record<string, unknown>
  expect(metadata).toMatchObject({
    name: expect.any(String),
    resourceManager: `${arm}/`,
    microsoftGraphResourceId: `${graph}/`,
    authentication: {
      loginEndpoint: identity,
      audiences: ['https://management.core.windows.net/', 'https://management.azure.com/'],
      tenant: 'common',
      identityProvider: 'AAD',
    },
    suffixes: { keyVaultDns: expect.any(String), storage: expect.any(String) },
  })
  expect(await (await endpoints('2019-05-01')).json()).toEqual([metadata])
  expect(await (await endpoints('2015-01-01')).json()).toMatchObject({
    graphEndpoint: `${graph}/`,
    authentication: { loginEndpoint: `${identity}/`, audiences: expect.arrayContaining(['https://management.core.windows.net/']) },
  })
  expect((await fetch(`${cloud.sim.origins.arm}/metadata/endpoints`)).status).toBe(400)
})

it('accepts tokens for each audience of ARM', async () => {
  const url = `${cloud.sim.origins.arm}/subscriptions?api-version=2022-12-01`
  for (const resource of [
    'https://management.azure.com/',
    'https://management.azure.com',
    'https://management.core.windows.net/',
    'https://management.core.windows.net',
    cloud.sim.origins.arm,
  ]) {
    const { token } = await cloud.credential.getToken(`${resource}/.default`)
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    expect([resource, response.status]).toEqual([resource, 200])
  }
  const { token } = await cloud.credential.getToken('https://graph.microsoft.com/.default')
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

it('reports the reason for a missing token as an error of the client', async () => {
  const invalidCredential = new ClientSecretCredential(cloud.sim.tenantId, slipwayClientId, 'not the secret', {
    authorityHost: cloud.sim.origins.identity,
    disableInstanceDiscovery: true,
  })
  await expect(invalidCredential.getToken('https://management.azure.com/.default')).rejects.toMatchObject({
    name: 'AuthenticationRequiredError',
    message: expect.stringContaining('AADSTS7000215'),
  })
  await expect(cloud.credential.getToken('https://unknown.northgate.example/.default')).rejects.toMatchObject({
    message: expect.stringContaining('AADSTS500011'),
  })
})
