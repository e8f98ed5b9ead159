import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Plain JavaScript in old words: it must run on the Node that a machine happens to have, to say what is wrong with it.

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The package of this project that holds Node 26 for this machine; undefined where there is none. */
function platformPackage() {
  const { optionalDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const platform = process.platform === 'win32' ? 'win' : process.platform
  return Object.keys(optionalDependencies).find((name) => name.endsWith(`-${platform}-${process.arch}`))
}

/** True on Node 26 or later; otherwise says how to get it, sets the exit code, and gives false. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= 26) return true
  const name = platformPackage()
  const how = !name
    ? [`This project brings none for ${process.platform} on ${process.arch}.`, 'Install Node 26 (https://nodejs.org) and start again.']
    : existsSync(inProject(`node_modules/${name}/package.json`))
      ? ['The right one is installed in this folder already; npm uses it by itself:', '  npm start     (or npm run dev, npm test)']
      : [
          `It comes with the package "${name}" of this project, which is not installed here. Either install it now`,
          '  npm ci --include=optional',
          'or install Node 26 yourself (https://nodejs.org) and start again.',
        ]
  console.error([`Slipway needs Node 26, and this is Node ${process.versions.node}.`, ...how].join('\n'))
  process.exitCode = 1
  return false
}
