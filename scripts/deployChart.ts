import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '../server/config.ts'
import { completeSettings, renderedSettings } from './deploySettings.ts'
import { type Check, runTool } from './deployTools.ts'

const chart = 'deploy/helm/slipway'
const helm = 'go install helm.sh/helm/v3/cmd/helm@v3.22.0'
/**
 * The oldest version that the chart supports, and a current one. A Helm from `go install` reports a wrong default version, so each call
 * passes a version.
 */
const kubernetesVersions = ['1.27', '1.37']
const newest = ['--kube-version', `${kubernetesVersions.at(-1)}.0`]

const invalidValues: [values: string, named: string][] = [
  ['publicUrl=', 'publicUrl is missing'],
  ['image.repository=', 'image.repository is missing'],
  ['secrets.database.existingSecret=', 'secrets.database.existingSecret is missing'],
  ['secrets.keys.existingSecret=', 'secrets.keys.existingSecret is missing'],
  ['settings.SLIPWAY_TENANT_ID=', 'settings.SLIPWAY_TENANT_ID is missing'],
  ['settings.PORT=1', 'settings.PORT has its own value'],
  ['networkPolicy.portalFrom=null', 'networkPolicy.portalFrom is missing'],
  ['ingress.enabled=true', 'settings.SLIPWAY_TRUSTED_PROXIES is missing'],
  ['metrics.serviceMonitor.enabled=true', 'networkPolicy.opsFrom is missing'],
  ['replica=3', "'replica' not allowed"],
]

export const chartChecks = (root: string): Check[] => {
  const cases = globSync('deploy/helm/cases/*.yaml', { cwd: root }).sort()
  const minimal = 'deploy/helm/cases/minimal.yaml'
  const render = (tools: Record<string, string>, values: string, ...more: string[]) =>
    runTool(tools.helm!, ['template', 'slipway', chart, '--namespace', 'slipway', ...newest, '--values', values, ...more])
  return [
    ...cases.map((values): Check => {
      const name = path.basename(values, '.yaml')
      return {
        name: `chart, case ${name}: lint, rendering and settings`,
        needs: { helm },
        async run(tools) {
          const lint = await runTool(tools.helm!, ['lint', chart, '--strict', '--quiet', ...newest, '--values', values])
          if (lint.code !== 0) return [lint.output]
          const { code, output } = await render(tools, values)
          if (code !== 0) return [output]
          try {
            readConfig(completeSettings(renderedSettings(output)))
            return []
          } catch (error) {
            return [(error as Error).message]
          }
        },
      }
    }),
    {
      name: 'chart: rejection of incomplete values',
      needs: { helm },
      async run(tools) {
        const findings: string[] = []
        for (const [values, named] of invalidValues) {
          const { code, output } = await render(tools, minimal, values.startsWith('settings.') ? '--set-string' : '--set', values)
          if (code === 0 || !output.includes(named)) findings.push(`--set ${values} isn’t refused with “${named}”: ${output.slice(0, 300)}`)
        }
        return findings
      },
    },
    {
      name: `chart: manifests against the schemas of Kubernetes ${kubernetesVersions.join(' and ')}`,
      needs: { helm, 'kubernetes-validate': 'pip install kubernetes-validate' },
      async run(tools) {
        const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-chart-'))
        try {
          const findings: string[] = []
          for (const values of cases) {
            const file = path.join(folder, path.basename(values))
            const rendered = await render(tools, values)
            const manifests = builtinManifests(rendered.output)
            if (rendered.code !== 0 || !manifests.includes('kind: Deployment')) return [`${values} can’t be rendered: ${rendered.output}`]
            writeFileSync(file, manifests)
            for (const version of kubernetesVersions) {
              const { code, output } = await runTool(tools['kubernetes-validate']!, ['--strict', '--quiet', '-k', version, file])
              if (code !== 0) findings.push(`${values}, Kubernetes ${version}: ${output}`)
            }
          }
          return findings
        } finally {
          rmSync(folder, { recursive: true })
        }
      },
    },
  ]
}

/** Custom resources have no schema in Kubernetes. */
const builtinManifests = (manifests: string): string =>
  manifests
    .split(/^---$/m)
    .filter(
      (manifest) => /^kind:/m.test(manifest) && !/^apiVersion: (monitoring\.coreos|gateway\.networking|external-secrets)/m.test(manifest),
    )
    .join('---')
