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
  const timeAt = (port: number) => `https://127.0.0.1:${port}`
  const origins = {
    control: timeAt(1),
    identity: timeAt(2),
    arm: timeAt(3),
    graph: timeAt(4),
    git: timeAt(5),
    servicenow: timeAt(6),
    prices: timeAt(7),
    keyvault: timeAt(8),
    argocd: timeAt(9),
    stores: timeAt(10),
    azuredevops: timeAt(11),
    mail: 'smtp://127.0.0.1:12',
    chat: timeAt(13),
    monitor: timeAt(14),
  }
  const config = readConfig({ ...simulatorEnv({ origins, caFile }), SLIPWAY_PUBLIC_URL: 'http://127.0.0.1:8080' })
  expect(config.ca).toBe('certificate')
  expect(config.oidc.issuer).toBe(`${timeAt(2)}/${config.tenantId}/v2.0`)
  expect(config.outside).toMatchObject({
    authorityHost: timeAt(2),
    arm: { endpoint: timeAt(3) },
    graph: { endpoint: timeAt(4) },
    git: { endpoint: timeAt(5) },
    servicenow: { endpoint: timeAt(6) },
    prices: { endpoint: timeAt(7) },
  })
  expect(config.outside.mail?.url).toMatch(/^smtp:\/\/slipway:[^@]+@127\.0\.0\.1:12$/)
  expect(config.outside.webhookAllow).toEqual(['127.0.0.1:13'])
  expect(Object.keys(config.hubNetworks)).toContain('uksouth')
  rmSync(dir, { recursive: true })
})
