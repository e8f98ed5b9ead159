import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseArgs } from 'node:util'
import { createClients } from '../server/clients/clients.ts'
import { type Config, ConfigurationError, readConfig } from '../server/config.ts'
import { exitCodeOf, plain } from '../server/features/platform/doctor/check.ts'
import { checkConfiguration, presentProblems } from '../server/features/platform/doctor/checkConfiguration.ts'
import { checkDatabase } from '../server/features/platform/doctor/checkDatabase.ts'
import { checkIdentityProvider } from '../server/features/platform/doctor/checkIdentityProvider.ts'
import { checkSystems } from '../server/features/platform/doctor/checkSystems.ts'
import type { DoctorCheck } from '../server/features/platform/doctor/schemas.ts'
import { doctorText } from './doctorText.ts'
import { describeToken } from './doctorToken.ts'
import type { Output } from './output.ts'

type Environment = Record<string, string | undefined>

const silent = { debug() {}, info() {}, warn() {} }
const usageExitCode = 2

/**
 * Checks the configuration and every system that it names, without writing anything.
 * @returns the exit code: 0 if nothing is missing, 1 if something is missing, 2 if something could not be checked or the arguments are
 * wrong
 */
export async function doctor(args: string[], env: Environment, { out, error: errorOutput }: Output): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: { pre: { type: 'boolean', default: false }, json: { type: 'boolean', default: false }, token: { type: 'string' } },
    })
    const checks = values.token === undefined ? await diagnose(env, values.pre) : describeToken(values.token, readConfig(env))
    const exitCode = exitCodeOf(checks)
    out.write(values.json ? `${JSON.stringify({ checkedAt: new Date().toISOString(), exitCode, checks }, null, 2)}\n` : doctorText(checks))
    return exitCode
  } catch (error) {
    errorOutput.write(`${plain(error instanceof Error ? error.message : String(error))}\n`)
    return usageExitCode
  }
}

/** Runs doctor's checks. A configuration that can't be used is reported as checks that failed. */
export async function diagnose(env: Environment, isFirstStart: boolean): Promise<DoctorCheck[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (error instanceof ConfigurationError) return presentProblems(error.problems)
    throw error
  }
  if (config.ca) setDefaultCACertificates([...getCACertificates('default'), config.ca])
  const clients = createClients(config.external, { logger: silent })
  const context = { clients, config, logger: silent, now: () => new Date() }
  const checks = await Promise.all([checkDatabase(config, isFirstStart), checkIdentityProvider(context), checkSystems(context)])
  return [...checkConfiguration(config), ...checks.flat()]
}
