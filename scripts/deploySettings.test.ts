import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../server/config.ts'
import { otherStopSeconds } from '../server/stopOnSignals.ts'
import {
  chartSettings,
  completeSettings,
  composeSettings,
  deployFiles,
  imageSettings,
  readDeployFile,
  systemdSettings,
} from './deploySettings.ts'

const installations = { compose: composeSettings, systemd: systemdSettings, chart: () => chartSettings('helm/cases/minimal.yaml') }
const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
const values = readDeployFile('helm/slipway/values.yaml')

describe.each(Object.entries(installations))('the installation with %s', (_name, settings) => {
  it('has every required setting and no unknown setting', () => {
    expect(() => readConfig(completeSettings(settings()))).not.toThrow()
  })

  it('provides secrets only as files', () => {
    const secretNames = Object.keys(settings()).filter((name) => /(SECRET|TOKEN|PASSWORD|_KEY|DATABASE\w*_URL)$/.test(name))
    expect(secretNames).toEqual([])
    expect(Object.keys(settings())).toEqual(
      expect.arrayContaining(['DATABASE_URL_FILE', 'SLIPWAY_KEY_SECRET_FILE', 'SLIPWAY_AUDIT_KEY_FILE']),
    )
  })

  it('listens on the ports of the image', () => {
    const { PORT, SLIPWAY_OPS_PORT } = imageSettings()
    expect(settings()).toMatchObject({ PORT, SLIPWAY_OPS_PORT })
  })
})

describe('the folder deploy/', () => {
  it('names only settings that exist', () => {
    const known = new Set(readConfig(completeSettings(composeSettings())).sources.map(({ name }) => name))
    const unknown = deployFiles().flatMap((file) =>
      [...readDeployFile(file).matchAll(/\b(?:SLIPWAY|DATABASE)_[A-Z0-9][A-Z0-9_]*[A-Z0-9]\b/g)]
        .map(([name]) => name.replace(/_FILE$/, ''))
        .filter((name) => !known.has(name) && name !== 'SLIPWAY_DRAIN')
        .map((name) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
  })

  it('uses the same ports in all files', () => {
    const { PORT, SLIPWAY_OPS_PORT } = imageSettings()
    expect(readDeployFile('container/Dockerfile')).toContain(`EXPOSE ${PORT} ${SLIPWAY_OPS_PORT}`)
    expect(readDeployFile('compose/Caddyfile')).toContain(`slipway:${PORT}`)
    expect(readDeployFile('compose/compose.yaml')).toContain(`"127.0.0.1:${SLIPWAY_OPS_PORT}:${SLIPWAY_OPS_PORT}"`)
    expect([seconds(values, /^ {2}http: (\d+)$/m), seconds(values, /^ {2}ops: (\d+)$/m)]).toEqual([Number(PORT), Number(SLIPWAY_OPS_PORT)])
  })

  it('gives containers a read-only file system and no capabilities', () => {
    expect(values).toMatch(/readOnlyRootFilesystem: true\n {2}allowPrivilegeEscalation: false\n {2}capabilities: \{ drop: \[ALL\] \}/)
    const service = /\n {2}slipway:\n(?: {4}.*\n|\n)+/.exec(readDeployFile('compose/compose.yaml'))![0]
    expect(service.match(/^ {4}(?:read_only: true|cap_drop: \[ALL\])$/gm)).toHaveLength(2)
  })

  it('gives a stop more time than the sum of its limits', () => {
    const limits = ['readiness', 'request', 'job'].map((part) => seconds(values, new RegExp(`^  ${part}Seconds: (\\d+)$`, 'm')))
    const longestStop = limits.reduce((sum, limit) => sum + limit, otherStopSeconds)
    expect(seconds(readDeployFile('systemd/slipway.service'), /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(longestStop)
    expect(seconds(readDeployFile('compose/compose.yaml'), /^ {4}stop_grace_period: (\d+)s$/m)).toBeGreaterThan(longestStop)
    const chart = readDeployFile('helm/slipway/templates/deployment.yaml')
    expect(seconds(chart, /terminationGracePeriodSeconds: \{\{ add .* (\d+) \}\}/)).toBeGreaterThan(otherStopSeconds)
  })

  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
    const chart = readDeployFile('helm/slipway/Chart.yaml')
    expect(chart).toContain(`\nversion: ${version}\n`)
    expect(chart).toContain(`\nappVersion: "${version}"\n`)
    expect(readDeployFile('container/Dockerfile')).toContain(`\nARG VERSION=${version}\n`)
    expect(readDeployFile('compose/.env.example')).toContain(`\nIMAGE=slipway:${version}\n`)
  })
})
