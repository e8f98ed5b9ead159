import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressAssets } from './compressAssets.ts'
import { Problem } from './problem.ts'

/** Builds the browser part into `web/dist` unless its sources are unchanged. @returns whether it was built */
export async function buildWeb(root: string): Promise<boolean> {
  const stamp = path.join(root, 'web/dist/.sources')
  const sources = hashOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  await new Promise<void>((resolve, reject) =>
    execFile(
      process.execPath,
      [vite, 'build', 'web', '--logLevel', 'warn'],
      { cwd: root, maxBuffer: 50_000_000, env: { ...process.env, NODE_ENV: 'production' } },
      (error, stdout, stderr) =>
        error ? reject(new Problem(`The web build failed:\n${(stdout + stderr).trim().slice(-4_000)}`, { cause: error })) : resolve(),
    ),
  )
  await compressAssets(path.join(root, 'web/dist'))
  writeFileSync(stamp, sources)
  return true
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(['web/**/*', 'client/**/*', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
    exclude: ['web/dist/**', 'web/dist'],
  })
  const names = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name))
  for (const name of names.sort()) hash.update(path.relative(root, name)).update('\0').update(readFileSync(name)).update('\0')
  return hash.digest('hex')
}
