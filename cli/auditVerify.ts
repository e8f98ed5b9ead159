import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type TrustedKey, trustedKey } from '../server/audit/auditKey.ts'
import type { Checkpoint } from '../server/audit/checkpoint.ts'
import { withTrail } from '../server/audit/databaseTrail.ts'
import { readEvidence } from '../server/audit/evidence.ts'
import { checkpointsIn } from '../server/audit/keptCheckpoints.ts'
import { type Verification, verifyTrail } from '../server/audit/verifyTrail.ts'
import { openDatabase } from '../server/db/database.ts'

const sound = 0
const broken = 1
const notLookedAt = 2

interface Output {
  out: { write(text: string): unknown }
  error: { write(text: string): unknown }
}

/**
 * Verifies the trail where it lies, and asks no server: one that was tampered with would answer for itself.
 * @returns the exit code
 */
export async function auditVerify(
  args: string[],
  env: Record<string, string | undefined>,
  { out, error: complain }: Output,
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
    const elsewhere = values.checkpoints === undefined ? [] : await checkpointsOf(values.checkpoints)
    const found =
      values.file === undefined ? await fromDatabase(env, { keys, elsewhere }) : await fromFile(values.file, { keys, elsewhere })
    out.write(values.output === 'json' ? `${JSON.stringify(found, null, 2)}\n` : toText(found))
    return found.outcome === 'sound' ? sound : broken
  } catch (error) {
    complain.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return notLookedAt
  }
}

interface Options {
  keys: TrustedKey[]
  elsewhere: AsyncIterable<Checkpoint[]> | Checkpoint[][]
}

async function fromDatabase(env: Record<string, string | undefined>, options: Options): Promise<Verification> {
  const url = env.DATABASE_URL
  if (!url) throw new Error('No audit trail given. Set DATABASE_URL, or set --file to an export of evidence.')
  const database = openDatabase(url, { max: 2 })
  try {
    return await withTrail(database.db, (source) => verifyTrail(source, options))
  } finally {
    await database.close()
  }
}

async function fromFile(file: string, options: Options): Promise<Verification> {
  return verifyTrail(await readEvidence(file), options)
}

const pemBlock = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g

/** The caller must name the trusted keys, because an attacker who forges the trail could put a key beside it. */
function keysOf(files: string[], env: Record<string, string | undefined>): TrustedKey[] {
  const own = env.SLIPWAY_AUDIT_KEY ?? (env.SLIPWAY_AUDIT_KEY_FILE && readText(env.SLIPWAY_AUDIT_KEY_FILE))
  const texts = [...files.map(readText), ...(own ? [own] : [])]
  const keys = texts.flatMap((text) => text.match(pemBlock) ?? []).map((pem) => trustedKey(publicHalf(pem)))
  if (keys.length === 0) throw new Error('Set --public-key to the key that Slipway shows under Audit > Integrity.')
  return keys
}

const publicHalf = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`${file} can’t be read.`)
  }
}

/** @throws when it cannot be read, or holds none */
async function checkpointsOf(file: string): Promise<AsyncIterable<Checkpoint[]>> {
  try {
    for await (const _ of checkpointsIn(file)) return checkpointsIn(file)
  } catch {
    throw new Error(`${file} can’t be read.`)
  }
  throw new Error(`${file} has no checkpoints.`)
}

function toText(found: Verification): string {
  const { elsewhere } = found
  const number = (value: number) => value.toLocaleString('en-GB')
  const lines = [
    found.outcome === 'sound' ? 'The audit trail is unchanged.' : 'THE AUDIT TRAIL WAS CHANGED.',
    `  ${number(found.events)} events, up to number ${number(found.lastSeq)}, hash ${found.lastHash}`,
    `  signed up to number ${number(found.signedTo)} by ${number(found.checkpoints)} checkpoints${elsewhere > 0 ? `, ${number(elsewhere)} of them stored elsewhere` : ''}`,
    ...(found.waiting > 0 ? [`  ${number(found.waiting)} events are not chained yet`] : []),
    ...(found.erasedParts > 0 ? [`  ${number(found.erasedParts)} parts of events were erased, each with a recorded order`] : []),
    ...found.findings.map(({ message, eventId }) => `  ✗ ${message}${eventId ? ` (event ${eventId})` : ''}`),
    ...(found.moreFindings > 0 ? [`  … and ${number(found.moreFindings)} more`] : []),
    ...(elsewhere === 0 && found.outcome === 'sound'
      ? [
          '  No checkpoints from elsewhere were given, so this check can’t detect events removed at the end together with their checkpoints.',
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}
