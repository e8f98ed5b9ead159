import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Item, isProse, linesOf, oneLine } from './prose.ts'
import { readSql } from './sqlSources.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** These files quote words that the glossary forbids, or titles of tests. */
export const quotingFiles = ['docs/glossary.md', 'docs/security-cases.md', 'docs/wording.md', 'scripts/words.ts', 'scripts/words.test.ts']
const intervalPattern = /^\d+ (day|hour|minute)s?$/

function pagesOf(): Item[] {
  return globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root }).flatMap((name) => {
    const file = name.replaceAll('\\', '/')
    if (quotingFiles.includes(file)) return []
    const withoutCode = readFileSync(path.join(root, file), 'utf8').replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ''))
    return withoutCode.split('\n').flatMap((line, index) => {
      const text = oneLine(line.replace(/`[^`]*`/g, '`…`').replace(/\]\([^)]*\)/g, ']'))
      return /\p{L}{2}/u.test(text) ? [{ kind: 'pages' as const, file, line: index + 1, text }] : []
    })
  })
}

/** The first line of an invariant is the text of the rule in reports and on a page of the cockpit. */
const isRule = (file: string, { kind, line }: Pick<Item, 'kind' | 'line'>) =>
  kind === 'comments' && line === 1 && file.startsWith('server/db/invariants/')

function sqlItems(): Item[] {
  return globSync('server/**/*.sql', { cwd: root }).flatMap((name) => {
    const file = name.replaceAll('\\', '/')
    return readSql(readFileSync(path.join(root, file), 'utf8'))
      .map((item) => ({ ...item, file, text: oneLine(item.text), kind: isRule(file, item) ? ('texts' as const) : item.kind }))
      .filter(({ kind, text }) => (kind === 'texts' ? isProse(text) && !intervalPattern.test(text) : text !== ''))
  })
}

/** Comments of files that are installed: whole lines or line endings after `#`, and in Bicep files after `//` and in descriptions. */
function deployItems(): Item[] {
  return globSync('deploy/**/{*.yaml,*.sh,*.service,*.env,.env.example,Caddyfile,Dockerfile,*.bicep}', { cwd: root }).flatMap((name) => {
    const file = name.replaceAll('\\', '/')
    const pattern = file.endsWith('.bicep') ? /(?:^|\s)\/\/\s(.*)$|^@description\('(.*)'\)$/ : /(?:^|\s)#\s(.*)$/
    return readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const [, comment, description] = pattern.exec(line) ?? []
        const text = oneLine(comment ?? description ?? '')
        return text === '' ? [] : [{ kind: 'comments' as const, file, line: index + 1, text }]
      })
  })
}

function cssItems(): Item[] {
  return globSync('{web,simulator}/**/*.css', { cwd: root, exclude: ['web/dist/**'] }).flatMap((name) => {
    const file = name.replaceAll('\\', '/')
    const source = readFileSync(path.join(root, file), 'utf8')
    const lineOf = linesOf(source)
    return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ index, 1: text = '' }) => ({
      kind: 'comments' as const,
      file,
      line: lineOf(index),
      text: oneLine(text),
    }))
  })
}

export const otherItems = (): Item[] => [...pagesOf(), ...sqlItems(), ...cssItems(), ...deployItems()]
