import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type TrustedKey, trustedKey } from '../server/audit/auditKey.ts'
import type { Checkpoint } from '../server/audit/checkpoint.ts'
import { checkpointsIn } from '../server/audit/checkpointFile.ts'
import { withAuditTrail } from '../server/audit/databaseAuditTrail.ts'
import { readEvidence } from '../server/audit/evidence.ts'
import { type Verification, verifyChain } from '../server/audit/verifyChain.ts'
import { openDatabase } from '../server/db/database.ts'
import type { Output } from './output.ts'

const exitVerified = 0
const brokenExitCode = 1
const exitUnverified = 2

/**
 * Verifies the trail where it is stored, without calling a server, because a compromised server could hide the problem.
 * @returns the exit code
 */
export async function auditVerify(
  args: string[],
  env: Record<string, string | undefined>,
  { out, error: errorOutput }: Output,
): Promise<number> {
  try {
    const { values } = parseArgs({
      args,
      options: {
        file: { type: 'string' },
        'public-key': { type: 'string', multiple: true },
        checkpoints: { type: 'string' },
        output: { type: 'string', default: 'text' },
      },
    })
    if (values.output !== 'text' && values.output !== 'json') throw new Error(`--output must be text or json, not ${values.output}.`)
    const keys = keysOf(values['public-key'] ?? [], env)
    const externalCheckpoints = values.checkpoints === undefined ? [] : await checkpointsOf(values.checkpoints)
    const result =
      values.file === undefined
        ? await fromDatabase(env, { keys, elsewhere: externalCheckpoints })
        : await fromFile(values.file, { keys, elsewhere: externalCheckpoints })
    out.write(values.output === 'json' ? `${JSON.stringify(result, null, 2)}\n` : toText(result))
    return result.outcome === 'sound' ? exitVerified : brokenExitCode
  } catch (error) {
    errorOutput.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return exitUnverified
  }
}

export const fileProblems = {
  unreadable: (file: string) => `${file} can’t be read.`,
  noCheckpoints: (file: string) => `${file} has no checkpoints.`,
}

interface Options {
  keys: TrustedKey[]
  elsewhere: AsyncIterable<Checkpoint[]> | Checkpoint[][]
}

async function fromDatabase(env: Record<string, string | undefined>, options: Options): Promise<Verification> {
  const url = env.DATABASE_URL ?? (env.DATABASE_URL_FILE && readText(env.DATABASE_URL_FILE).trim())
  if (!url) throw new Error('No audit trail to verify. Set DATABASE_URL, or set --file to an evidence export.')
  const database = openDatabase(url, { max: 2 })
  try {
    return await withAuditTrail(database.db, (source) => verifyChain(source, options))
  } finally {
    await database.close()
  }
}

async function fromFile(file: string, options: Options): Promise<Verification> {
  return verifyChain(await readEvidence(file), options)
}

const pemBlock = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g

/** The caller must name the trusted keys, because an attacker who forges the trail could store a key with it. */
function keysOf(files: string[], env: Record<string, string | undefined>): TrustedKey[] {
  const ownKey = env.SLIPWAY_AUDIT_KEY ?? (env.SLIPWAY_AUDIT_KEY_FILE && readText(env.SLIPWAY_AUDIT_KEY_FILE))
  const texts = [...files.map(readText), ...(ownKey ? [ownKey] : [])]
  const keys = texts.flatMap((text) => text.match(pemBlock) ?? []).map((pem) => trustedKey(publicHalf(pem)))
  if (keys.length === 0) throw new Error('Set --public-key to the key that Slipway shows under Audit > Integrity.')
  return keys
}

const publicHalf = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(fileProblems.unreadable(file))
  }
}

/** @throws if the file can't be read or contains no checkpoint */
async function checkpointsOf(file: string): Promise<AsyncIterable<Checkpoint[]>> {
  try {
    for await (const _ of checkpointsIn(file)) return checkpointsIn(file)
  } catch {
    throw new Error(fileProblems.unreadable(file))
  }
  throw new Error(fileProblems.noCheckpoints(file))
}

export const verdicts = { sound: 'The audit trail is unchanged.', changed: 'THE AUDIT TRAIL WAS CHANGED.' }

function toText(result: Verification): string {
  const { elsewhere } = result
  const number = (value: number) => value.toLocaleString('en-GB')
  const lines = [
    result.outcome === 'sound' ? verdicts.sound : verdicts.changed,
    `  ${number(result.events)} events, up to event number ${number(result.lastSeq)}, hash ${result.lastHash}`,
    `  signed up to event number ${number(result.signedTo)} by ${number(result.checkpoints)} checkpoints${elsewhere > 0 ? `, ${number(elsewhere)} of which are stored elsewhere` : ''}`,
    ...(result.waiting > 0 ? [`  ${number(result.waiting)} events aren’t in the chain yet`] : []),
    ...(result.erasedParts > 0
      ? [`  ${number(result.erasedParts)} parts of events were erased, each with a recorded erasure request`]
      : []),
    ...result.findings.map(({ message, eventId }) => `  ✗ ${message}${eventId ? ` (event ${eventId})` : ''}`),
    ...(result.moreFindings > 0 ? [`  … and ${number(result.moreFindings)} more`] : []),
    ...(elsewhere === 0 && result.outcome === 'sound'
      ? [
          '  Without checkpoints stored elsewhere, this check can’t detect that the latest events and their checkpoints were removed. Set --checkpoints.',
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
