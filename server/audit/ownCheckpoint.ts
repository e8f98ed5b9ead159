import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { lastCheckpointIn } from './shipCheckpoints.ts'
import { isStillStored } from './stored.ts'

/** The file has the last checkpoint that this server has seen. An intruder in the database can't change it. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'audit-signed.json')

async function readOwnCheckpoint(config: Pick<Config, 'dataDir'>): Promise<Checkpoint | undefined> {
  const file = fileOf(config)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const checkpoint = parseCheckpoint(text)
  if (!checkpoint) throw new Error(`${file} has no checkpoint`)
  return checkpoint
}

/**
 * Reads the last checkpoints from the server's own file and from the file of shipped checkpoints.
 * @throws if a file can't be read
 */
export async function fileCheckpoints(config: Pick<Config, 'dataDir' | 'audit'>): Promise<Checkpoint[]> {
  const [ownCheckpoint, shippedCheckpoints] = await Promise.all([
    readOwnCheckpoint(config),
    config.audit.checkpoints ? lastCheckpointIn(config.audit.checkpoints) : undefined,
  ])
  return [ownCheckpoint, shippedCheckpoints?.last].filter((each) => each !== undefined)
}

/**
 * Stores a checkpoint of the database in place of the previous one.
 * @throws if the chain no longer has the hash of the previous checkpoint, which is then kept
 */
export async function saveOwnCheckpoint(db: Db, config: Pick<Config, 'dataDir'>, checkpoint: Checkpoint): Promise<void> {
  const ownCheckpoint = await readOwnCheckpoint(config)
  if (ownCheckpoint && !(await isStillStored(db, ownCheckpoint)))
    throw new Error(
      `The chain no longer has the hash that ${fileOf(config)} has for event number ${ownCheckpoint.seq}. Run slipway audit verify.`,
    )
  if (ownCheckpoint && ownCheckpoint.seq >= checkpoint.seq) return
  const draft = `${fileOf(config)}.${process.pid}`
  await writeFile(draft, JSON.stringify(checkpoint), { mode: 0o600 })
  await rename(draft, fileOf(config))
}
