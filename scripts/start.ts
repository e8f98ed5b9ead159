import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.ts'
import { buildServer } from './serverBuild.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundle = new URL('../dist/server/run.js', import.meta.url)

try {
  await buildServer(root)
  enableCompileCache(fileURLToPath(new URL('../dist/compile-cache', import.meta.url)))
  const { run } = (await import(bundle.href)) as typeof import('./run.ts')
  await run({ watch: false })
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
