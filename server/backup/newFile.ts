import { link, lstat, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { BackupError } from './backupError.ts'

const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Writes a file that only its owner can read. It appears under its name once it is complete and stored on the disk.
 * @param write must end the output, and must not return before it is closed
 * @param overwrite replaces an existing file, but never a link or a folder
 * @throws BackupError if something else has the name
 */
export async function writeNewFile<T>(file: string, overwrite: boolean, write: (output: Writable) => Promise<T>): Promise<T> {
  await requireNewFile(file, overwrite)
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.partial`)
  const output = (await open(draft, 'wx', 0o600)).createWriteStream({ flush: true })
  try {
    const result = await write(output)
    await publish(draft, file, overwrite)
    await syncFolder(path.dirname(file))
    return result
  } finally {
    output.destroy()
    await rm(draft, { force: true })
  }
}

async function requireNewFile(file: string, overwrite: boolean): Promise<void> {
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!found) return
  if (found.isFile() && overwrite) return
  throw new BackupError(
    found.isFile()
      ? `${file} exists. Specify a different file, or add --force to replace it.`
      : `${file} is ${found.isSymbolicLink() ? 'a link' : 'not a file'}. Specify a different file.`,
  )
}

async function publish(draft: string, file: string, overwrite: boolean): Promise<void> {
  if (!overwrite) {
    try {
      // Unlike a rename, a link replaces nothing.
      return await link(draft, file)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw new BackupError(`${file} exists. Specify a different file, or add --force to replace it.`)
      if (!withoutLinks.has(code)) throw error
    }
  }
  await requireNewFile(file, overwrite)
  await rename(draft, file)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
