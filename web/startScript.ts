import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const scriptTags = /<script src="[^"]*\/theme\.js"><\/script>\s*<script src="[^"]*\/start\.js"><\/script>/
const readPublicFile = (name: string) => readFileSync(new URL(`./public/${name}`, import.meta.url), 'utf8')
const emptyTable = '{ files: [], routes: [] }'

/** Reads the path and the screen of each route. Each route names its path before it imports its screen. */
function routesIn(code: string): [path: string, screen: string][] {
  const found = code.matchAll(/\bpath: ["'`]([^"'`]+)["'`]|\bimport\(["'`]([^"'`]+)["'`]\)/g)
  let current: string | undefined
  const routes: [string, string][] = []
  for (const [, routePath, screen] of found) {
    if (routePath) current = routePath
    else if (current && screen) routes.push([current, screen])
  }
  return routes
}

/** Parameters match any text, so that paths without them come first. */
const order = (routePath: string) => routePath.replaceAll('$', '\uffff')

/**
 * Joins public/theme.js and public/start.js in one script, which names the files of each screen. Otherwise, the browser would find them only
 * after the entry had run.
 */
export function startScript(): Plugin {
  const routes: [path: string, screen: string][] = []
  let script = ''
  return {
    name: 'start-script',
    apply: 'build',
    buildEnd() {
      routes.length = 0
      for (const id of this.getModuleIds()) {
        if (!/web.routes.[^/\\]+\.ts$/.test(id)) continue
        for (const [routePath, screen] of routesIn(this.getModuleInfo(id)?.code ?? ''))
          routes.push([routePath, path.resolve(path.dirname(id), screen)])
      }
      routes.sort(([one], [other]) => (order(one) < order(other) ? -1 : 1))
    },
    generateBundle(_options, bundle) {
      const start = readPublicFile('start.js')
      if (!start.includes(emptyTable)) throw new Error('public/start.js has no place for the table of screens')
      const table = JSON.stringify(tableOf(routes, Object.values(bundle)))
      const source = readPublicFile('theme.js') + start.replace(emptyTable, () => table)
      script = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source }))
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const joined = html.replace(scriptTags, `<script src="/app/${script}"></script>`)
        if (joined.includes('/start.js"')) throw new Error('the tags of theme.js and start.js are not next to each other')
        return joined
      },
    },
  }
}

function tableOf(routes: readonly [string, string][], outputs: readonly Rolldown.OutputBundle[string][]) {
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const filesOf = (file: string, found = new Set<string>()): Set<string> => {
    if (!found.has(file)) {
      found.add(file)
      for (const imported of byFile.get(file)?.imports ?? []) filesOf(imported, found)
    }
    return found
  }
  const entry = chunks.find(({ isEntry }) => isEntry)
  const known = entry ? filesOf(entry.fileName) : new Set<string>()
  const files: string[] = []
  const fileIndexOf = (file: string) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  return {
    routes: routes.map(([routePath, screen]) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === screen)
      if (!chunk) throw new Error(`The route ${routePath} has no file of its own: ${screen}`)
      const needed = [...filesOf(chunk.fileName)].filter((file) => !known.has(file) && !/kit-[^/]*\.js$/.test(file))
      return [routePath === '/' ? '' : routePath, needed.map(fileIndexOf)] as const
    }),
    files,
  }
}
