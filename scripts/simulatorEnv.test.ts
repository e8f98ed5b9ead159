import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { type ServiceName, serviceNames } from '../simulator/core/serviceName.ts'
import { simulatorEnv } from './simulatorEnv.ts'

test('provides settings with which the server starts and reaches the simulator', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'slipway-env-'))
  const caFile = path.join(dir, 'ca.pem')
  writeFileSync(caFile, 'certificate')
  const addresses = serviceNames.map((name, index) => [name, `${name === 'mail' ? 'smtp' : 'https'}://127.0.0.1:${index + 1}`])
  const origins = Object.fromEntries(addresses) as Record<ServiceName, string>
  const config = readConfig({ ...simulatorEnv({ origins, caFile }), SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080' })
  expect(config.ca).toBe('certificate')
  expect(config.oidc.issuer).toBe(`${origins.identity}/${config.tenantId}/v2.0`)
  expect(config.external).toMatchObject({
    authorityHost: origins.identity,
    arm: { endpoint: origins.arm },
    graph: { endpoint: origins.graph },
    git: { endpoint: origins.git },
    servicenow: { endpoint: origins.servicenow },
    prices: { endpoint: origins.prices },
  })
  expect(config.external.mail?.url).toMatch(new RegExp(`^smtp://slipway:[^@]+@${new URL(origins.mail).host}$`))
  expect(config.external.webhookAllow).toEqual([new URL(origins.chat).host])
  expect(Object.keys(config.hubNetworks)).toContain('uksouth')
  rmSync(dir, { recursive: true })
})
