import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { endOf } from './shipCheckpoints.ts'
import { stillHolds } from './stored.ts'

/** Beside the data of the server, not in the database: the last checkpoint that this server has seen. */
const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'audit-signed.json')

async function readOwn(config: Pick<Config, 'dataDir'>): Promise<Checkpoint | undefined> {
  const file = fileOf(config)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const checkpoint = readCheckpoint(text)
  if (!checkpoint) throw new Error(`${file} has no checkpoint`)
  return checkpoint
}

/** The last checkpoints as this server remembers them, and as they are kept where they are shipped to. @throws when they cannot be read */
export async function rememberedCheckpoints(config: Pick<Config, 'dataDir' | 'audit'>): Promise<Checkpoint[]> {
  const [own, shipped] = await Promise.all([readOwn(config), config.audit.checkpoints ? endOf(config.audit.checkpoints) : undefined])
  return [own, shipped?.last].filter((each) => each !== undefined)
}

/**
 * Remembers a checkpoint of the database in place of the one before.
 * @throws when the chain no longer has the hash of the one before; that one is kept then
 */
export async function rememberCheckpoint(db: Db, config: Pick<Config, 'dataDir'>, checkpoint: Checkpoint): Promise<void> {
  const own = await readOwn(config)
  if (own && !(await stillHolds(db, own)))
    throw new Error(`The chain no longer has the hash that ${fileOf(config)} has for number ${own.seq}. Run slipway audit verify.`)
  if (own && own.seq >= checkpoint.seq) return
  const draft = `${fileOf(config)}.${process.pid}`
  await writeFile(draft, JSON.stringify(checkpoint), { mode: 0o600 })
  await rename(draft, fileOf(config))
}
