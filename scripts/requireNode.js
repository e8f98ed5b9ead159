import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

// This file must run on any Node version, so it is plain JavaScript with old syntax.

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

function platformPackage() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  return Object.keys(readJson('package.json').optionalDependencies).find((name) => name.endsWith(`-${platform}-${process.arch}`))
}

/** Runs this script on a different Node, which its tools then find as `node`, and exits with its exit code. */
function rerun(binary) {
  const PATH = [path.dirname(binary), process.env.PATH].join(path.delimiter)
  const child = spawn(binary, process.argv.slice(1), { stdio: 'inherit', env: Object.assign({}, process.env, { PATH }) })
  // A terminal sends Ctrl-C to both processes, and a second signal would end the child immediately.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal))
  child.once('close', (code) => {
    process.exitCode = code === null ? 1 : code
    process.exit()
  })
}

/**
 * Returns true on Node 26 or later. Otherwise returns false and runs this script again on the project's own Node, or explains how to
 * install it and sets the exit code.
 */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= 26) return true
  const name = platformPackage()
  if (name && existsSync(path.join(root, `node_modules/${name}/package.json`))) {
    rerun(path.join(root, 'node_modules', name, readJson(`node_modules/${name}/package.json`).bin.node))
    return false
  }
  const how = name
    ? [
        `It comes with the package "${name}" of this project, which is not installed here. Either install it now`,
        '  npm ci --include=optional',
        'or install Node 26 yourself (https://nodejs.org) and start again.',
      ]
    : [
        `This project has no Node package for ${process.platform} on ${process.arch}.`,
        'Install Node 26 (https://nodejs.org) and start again.',
      ]
  console.error([`Slipway needs Node 26, and this is Node ${process.versions.node}.`, ...how].join('\n'))
  process.exitCode = 1
  return false
}
