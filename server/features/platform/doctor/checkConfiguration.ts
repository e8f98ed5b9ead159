import { fingerprintsOf } from '../../../auth/keyFingerprints.ts'
import type { Config } from '../../../config.ts'
import { createCheck } from './check.ts'
import type { DoctorCheck } from './schemas.ts'

const category = 'Configuration'
export const isSecret = (name: string) => /(SECRET|TOKEN|PASSWORD|_KEY|DATABASE_\w*URL|_SMTP_URL)$/.test(name)

/** Describes a valid configuration. It names secrets and where they come from, never their values. */
export function checkConfiguration(config: Config): DoctorCheck[] {
  const sources = config.sources.filter(({ from }) => from !== 'default')
  const secrets = sources.filter(({ name }) => isSecret(name))
  const keys = fingerprintsOf(config)
  return [
    createCheck({ id: 'configuration/settings', category, title: 'Settings', status: 'ok', detail: `${sources.length} settings are set.` }),
    createCheck({ id: 'configuration/publicUrl', category, title: 'Public URL', status: 'ok', detail: config.publicUrl }),
    createCheck({
      ...{ id: 'configuration/secrets', category, title: 'Secrets', status: 'ok' },
      detail: secrets.map(({ name, from }) => `${name} (${from})`).join(', '),
    }),
    ...keys.map(({ setting, fingerprint }) =>
      createCheck({ id: `configuration/${setting}`, category, title: `Fingerprint of ${setting}`, status: 'ok', detail: fingerprint }),
    ),
  ]
}

export function presentProblems(problems: readonly string[]): DoctorCheck[] {
  return problems.map((problem, position) =>
    createCheck({ id: `configuration/problem/${position + 1}`, category, title: 'Setting', status: 'failed', detail: problem }),
  )
}
