import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Problem } from './problem.ts'
import { type BundledPackage, createSbom, readBundledPackages, readStylePackages } from './sbom.ts'
import { buildPackagedServer } from './serverBuild.ts'
import { buildWeb } from './webBuild.ts'

/**
 * Builds Slipway and copies the files of an installation to `folder`: Node from the lock file, the server with the command, its SQL, and
 * the browser part, with an SBOM and the licenses of the bundled packages. Other npm packages and the embedded PostgreSQL are left out.
 * Everyone can read the files, and only their owner can write them.
 * @throws Problem if the folder has files, or this machine has no Node package for Linux
 */
export async function packageServer(root: string, folder: string): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Problem(`${folder} has files. Specify a new or empty folder.`)
  const node = path.join(root, `node_modules/node-linux-${process.arch}`)
  if (!existsSync(path.join(node, 'bin/node')))
    throw new Problem(`The package node-linux-${process.arch} is missing. Run npm ci --include=optional on Linux.`)
  await Promise.all([buildWeb(root), buildPackagedServer(root)])
  const copy = (from: string, to: string) =>
    cpSync(from, path.join(folder, to), { recursive: true, filter: (file) => path.basename(file) !== '.sources' })
  mkdirSync(folder, { recursive: true })
  copy(path.join(node, 'bin/node'), 'bin/node')
  copy(path.join(node, 'LICENSE'), 'bin/node.LICENSE')
  copy(path.join(root, 'LICENSE'), 'LICENSE')
  copy(path.join(root, 'dist/package'), 'dist/server')
  copy(path.join(root, 'web/dist'), 'web/dist')
  for (const file of globSync('server/db/**/*.{sql,json}', { cwd: root })) copy(path.join(root, file), file)
  const { name, version, license, type } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, string>
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ name, version, license, type, private: true }, null, 2)}\n`)
  const packages = readBundledPackages([path.join(root, 'dist/package'), path.join(root, 'web/dist')])
  const nodePackage = JSON.parse(readFileSync(path.join(node, 'package.json'), 'utf8')) as BundledPackage & { license: string }
  packages.push({ name: nodePackage.name, version: nodePackage.version, identifier: nodePackage.license }, ...readStylePackages(root))
  writeFileSync(path.join(folder, 'licenses.json'), `${JSON.stringify(packages, null, 2)}\n`)
  writeFileSync(path.join(folder, 'sbom.json'), `${JSON.stringify(createSbom(root, packages), null, 2)}\n`)
  symlinkSync('../dist/server/slipway.js', path.join(folder, 'bin/slipway'))
  setModes(folder)
}

/** A process that is neither owner nor in the group, such as one with a random user ID, must be able to read the files. */
function setModes(folder: string): void {
  const programs = new Set(['bin/node', 'dist/server/slipway.js'])
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    chmodSync(file, entry.isDirectory() || programs.has(path.relative(folder, file)) ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
}
