import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageServer } from './packageServer.ts'
import { Problem } from './problem.ts'

// `npm run package -- <folder>` writes the files of an installation to a new folder.
const root = fileURLToPath(new URL('..', import.meta.url))
try {
  const folder = process.argv[2]
  if (!folder) throw new Problem('Specify the folder for the files: npm run package -- <folder>')
  await packageServer(root, path.resolve(folder))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}
