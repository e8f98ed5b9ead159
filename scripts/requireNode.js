import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Plain JavaScript in old words: it must run on the Node that a machine happens to have, to say what is wrong with it.

/** True on Node 26 or later; otherwise says how to get it, sets the exit code, and gives false. */
export function requireNode() {
  if (Number(process.versions.node.split('.')[0]) >= 26) return true
  const own = existsSync(fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url)))
  const how = own
    ? ['The right one is installed in this folder already; npm uses it by itself:', '  npm start     (or npm run dev, npm test)']
    : [
        'It comes with the package "node" of this project, but the install script of that package was skipped:',
        'npm was told so (ignore-scripts), or does so by default. Either run that one script now',
        '  npm rebuild node --ignore-scripts=false --foreground-scripts',
        'or install Node 26 yourself (https://nodejs.org) and start again.',
      ]
  console.error([`Slipway needs Node 26, and this is Node ${process.versions.node}.`, ...how].join('\n'))
  process.exitCode = 1
  return false
}
