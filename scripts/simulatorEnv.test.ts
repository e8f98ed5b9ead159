import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { simulatorEnv } from './simulatorEnv.ts'

test('provides settings with which the server starts and reaches the simulator', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'slipway-env-'))
  const caFile = path.join(dir, 'ca.pem')
  writeFileSync(caFile, 'certificate')
  const at = (port: number) => `https://127.0.0.1:${port}`
  const origins = {
    control: at(1),
    identity: at(2),
    arm: at(3),
    graph: at(4),
    git: at(5),
    servicenow: at(6),
    prices: at(7),
    keyvault: at(8),
    argocd: at(9),
    stores: at(10),
    azuredevops: at(11),
    mail: 'smtp://127.0.0.1:12',
    chat: at(13),
    monitor: at(14),
  }
  const config = readConfig({ ...simulatorEnv({ origins, caFile }), SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080' })
  expect(config.ca).toBe('certificate')
  expect(config.oidc.issuer).toBe(`${at(2)}/${config.tenantId}/v2.0`)
  expect(config.outside).toMatchObject({
    authorityHost: at(2),
    arm: { endpoint: at(3) },
    graph: { endpoint: at(4) },
    git: { endpoint: at(5) },
    servicenow: { endpoint: at(6) },
    prices: { endpoint: at(7) },
  })
  expect(config.outside.mail?.url).toMatch(/^smtp:\/\/slipway:[^@]+@127\.0\.0\.1:12$/)
  expect(config.outside.webhookAllow).toEqual(['127.0.0.1:13'])
  expect(Object.keys(config.hubNetworks)).toContain('uksouth')
  rmSync(dir, { recursive: true })
})
