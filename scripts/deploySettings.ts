import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
export const readDeployFile = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')

/** Files of deploy/, with paths relative to it, except what Git ignores, such as secrets */
export const deployFiles = () =>
  globSync(['**/*', '**/.*'], { cwd: path.join(root, 'deploy'), withFileTypes: true, exclude: ['compose/secrets', 'compose/.env'] })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(root, 'deploy'), path.join(entry.parentPath, entry.name)))

/** Settings by name, as an environment: `NAME`, or `NAME_FILE` with the path of a file */
export type Settings = Record<string, string>

const matchAll = (text: string, pattern: RegExp): Settings =>
  Object.fromEntries([...text.matchAll(pattern)].map(({ groups }) => [groups!.name!, (groups!.value ?? '').replace(/^"(.*)"$/, '$1')]))

const environmentFile = (file: string) => matchAll(readDeployFile(file), /^(?<name>[A-Z][A-Z0-9_]+)=(?<value>.*)$/gm)
/** Excludes mappings such as `name: {file: …}`, and values from another file. */
const mapping = (file: string) => matchAll(readDeployFile(file), /^ +(?<name>(?:SLIPWAY|DATABASE)_[A-Z0-9_]+): (?<value>[^{$ \n].*|"")$/gm)

export const imageSettings = (): Settings =>
  matchAll(readDeployFile('container/Dockerfile'), /^(?:ENV| {3}) (?<name>[A-Z_]+)=(?<value>\S+)(?: \\)?$/gm)
export const composeSettings = (): Settings => ({
  ...imageSettings(),
  ...environmentFile('compose/.env.example'),
  ...mapping('compose/compose.yaml'),
})
export const systemdSettings = (): Settings => ({
  ...matchAll(readDeployFile('systemd/slipway.service'), /^Environment=(?<name>[A-Z_]+)=(?<value>.*)$/gm),
  ...environmentFile('systemd/slipway.env'),
})
/** The chart's defaults with a set of values, without rendering: settings of `settings`, and files of `secrets`. */
export function chartSettings(values: string): Settings {
  const defaults = readDeployFile('helm/slipway/values.yaml')
  const secrets = [...defaults.matchAll(/^ {4}settings: \[(.*)\]$/gm)].flatMap(([, names]) => names!.split(', '))
  return {
    ...imageSettings(),
    ...mapping('helm/slipway/values.yaml'),
    ...mapping(values),
    SLIPWAY_PUBLIC_URL: /^publicUrl: (.*)$/m.exec(readDeployFile(values))?.[1] ?? '',
    ...Object.fromEntries(secrets.map((name) => [`${name}_FILE`, `/run/secrets/slipway/${name}`])),
  }
}
export const renderedSettings = (manifests: string): Settings =>
  matchAll(
    manifests.replace(/^ +value: (".*")$/gm, (line, text: string) => line.replace(text, () => `${JSON.parse(text)}`)),
    /^ +- name: (?<name>[A-Z][A-Z0-9_]+)\n +value: (?<value>.*)$/gm,
  )

/** Replaces files and placeholders by valid values, so that `readConfig` can check the other settings. */
export function completeSettings(settings: Settings): Settings {
  const pem = (type: 'ed25519' | 'rsa') =>
    (type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : generateKeyPairSync('ed25519')).privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
  const entered: Record<string, () => string> = {
    SLIPWAY_TENANT_ID: () => '11111111-1111-4111-8111-111111111111',
    SLIPWAY_OIDC_ISSUER: () => 'https://login.example/v2.0',
    SLIPWAY_SERVICENOW_ENDPOINT: () => 'https://example.service-now.com',
    SLIPWAY_GIT_REPOSITORY: () => 'example/landing-zones',
    SLIPWAY_KEY_SECRET: () => randomBytes(48).toString('base64'),
    SLIPWAY_AUDIT_KEY: () => pem('ed25519'),
    SLIPWAY_GIT_APP_KEY: () => pem('rsa'),
  }
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const name = key.replace(/_FILE$/, '')
      const isOpen = name !== key || value === '' || value.includes('<')
      return [name, isOpen ? (entered[name]?.() ?? 'entered') : value]
    }),
  )
}
