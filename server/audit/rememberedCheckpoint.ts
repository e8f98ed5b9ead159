import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { endOf } from './shipCheckpoints.ts'
import { stillHolds } from './stored.ts'

/** The last checkpoint that this server has seen, stored outside the database, where an intruder in the database can't change it. */
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

/** The last checkpoints from the server's own file and from the shipped ones. @throws if they can't be read */
export async function rememberedCheckpoints(config: Pick<Config, 'dataDir' | 'audit'>): Promise<Checkpoint[]> {
  const [own, shipped] = await Promise.all([readOwn(config), config.audit.checkpoints ? endOf(config.audit.checkpoints) : undefined])
  return [own, shipped?.last].filter((each) => each !== undefined)
}

/**
 * Stores a checkpoint of the database in place of the previous one.
 * @throws if the chain no longer has the hash of the previous one, which is then kept
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
