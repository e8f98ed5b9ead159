import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Item, type Kind, kinds } from './prose.ts'
import { commitSubjects, readWording } from './wordSources.ts'

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const remainingFile = file('scripts/wordsRemaining.json')

export interface Rule {
  name: string
  kinds: readonly Kind[]
  /** Identifiers are matched as lower-case words, other kinds as they are. */
  pattern: RegExp
  instead: string
}

const prose: readonly Kind[] = ['texts', 'pages', 'comments', 'titles']
const copy: readonly Kind[] = ['texts', 'pages']

const patterns: readonly Rule[] = [
  {
    name: 'indefinite pronoun',
    kinds: prose,
    pattern: /\b(nobody|somebody|anybody|everybody|whoever|no one)\b/i,
    instead: 'you, or the role',
  },
  {
    name: 'one as pronoun',
    kinds: prose,
    pattern: /\b(oneself|one[’']s( own)?|lets? one|one (may|can|has|is|was|asks?|does|gets?|needs?|owns?|signs?|could|would))\b/i,
    instead: 'you',
  },
  { name: 'those who', kinds: prose, pattern: /\bthose (who|that|which|whose|of|in|with|on|under|below|above)\b/i, instead: 'the noun' },
  { name: 'may', kinds: prose, pattern: /\bmay\b/, instead: 'can, might' },
  { name: 'at once', kinds: prose, pattern: /\bat once\b/i, instead: 'immediately' },
  { name: 'by itself', kinds: prose, pattern: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  {
    name: 'old word',
    kinds: prose,
    pattern: /\b(at present|nought|seldom|begun|began|beginning|in earnest|one a line)\b/i,
    instead: 'a plain word',
  },
  { name: 'any more', kinds: copy, pattern: /\bany ?more\b/i, instead: 'no longer' },
  { name: 'stand', kinds: prose, pattern: /\b(stands?|stood) (here|there|in|at|on|below|above|still|for)\b/i, instead: 'be, appear' },
  { name: 'own request', kinds: prose, pattern: /\b(an|the) own\b/i, instead: 'your own' },
  { name: 'for a while', kinds: copy, pattern: /\bfor a while\b/i, instead: 'temporarily' },
  {
    name: 'passive confirmation',
    kinds: ['texts'],
    pattern: /\b(is|are) (changed|made|deleted|created|added|removed|saved|renamed|stored)$/,
    instead: '… changed',
  },
  { name: 'it as subject', kinds: ['texts'], pattern: /^It (is|has|was|will|can|cannot|answers|waits|ends)\b/, instead: 'the noun' },
  {
    name: 'clause as heading',
    kinds: ['texts'],
    pattern: /^(What|Who|Whose|Where|Those)( [\p{L}’'-]+){1,5}$/u,
    instead: 'a noun phrase',
  },
  {
    name: 'start of comment',
    kinds: ['comments'],
    pattern: /^(What|Those|Of|Who|Whose|Where|From|With|On|By|To|As) /,
    instead: 'a full sentence',
  },
  {
    name: 'verb after it',
    kinds: ['titles'],
    pattern:
      /^it (?!(can|can’t|must|mustn’t|doesn’t|isn’t|hasn’t|won’t)\b|[%$…]|[\p{Ll}-]+s\b)|^it (this|its|always|as|sometimes|perhaps|less|across|towards|\p{Ll}+s (who|are|have|were|cannot))\b/u,
    instead: 'a verb: it denies, it shows, it withdraws',
  },
  { name: 'quoted text', kinds: ['quotes'], pattern: /./, instead: 'a code, or the label table of the product' },
  { name: 'may as prefix', kinds: ['identifiers'], pattern: /^may /, instead: 'can…' },
  { name: 'ask as prefix', kinds: ['identifiers'], pattern: /^(ask|learn)(?! more\b) /, instead: 'fetch…, sync…' },
  { name: 'interval in everyday words', kinds: ['identifiers'], pattern: / every ms$/, instead: '…IntervalMs' },
]

const escapePattern = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Adds the regular endings: "mend" also finds "mends" and "mended", "retire" also "retiring". */
function withEndings(phrase: string): string {
  const [first = '', ...remainingParts] = phrase.split(' ')
  const root = first.endsWith('e') ? `${escapePattern(first.slice(0, -1))}(e|es|ed|ing)` : `${escapePattern(first)}(s|es|ed|ing)?`
  return [remainingParts.length === 0 ? root : escapePattern(first), ...remainingParts.map(escapePattern)].join(' ')
}
/** Splits a name into lower-case words: `mayBeHad` becomes "may be had", `told_at` "told at". */
export const wordsOfName = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[_$-]+/g, ' ')
    .trim()
    .toLowerCase()

/** Reads the last column of the glossary: words in code type apply to names only, the others to everything. */
export function glossaryRules(page: string): Rule[] {
  return page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length !== 6 || !cells[4] || /^-+$|^Don't write$/.test(cells[4])) return []
    return cells[4].split(', ').map((entry): Rule => {
      const name = /^`(.*)`$/.exec(entry)?.[1]
      const word = name === undefined ? entry : wordsOfName(name)
      return {
        name: entry.replaceAll('`', ''),
        kinds: name === undefined ? kinds.filter((kind) => kind !== 'quotes') : ['identifiers'],
        pattern: new RegExp(`\\b${name === undefined ? withEndings(word) : escapePattern(word)}\\b`, 'i'),
        instead: cells[1]!,
      }
    })
  })
}

export const rules: readonly Rule[] = [...patterns, ...glossaryRules(readFileSync(file('docs/glossary.md'), 'utf8'))]

export function findBrokenRules({ kind, text }: Pick<Item, 'kind' | 'text'>, subset: readonly Rule[] = rules): Rule[] {
  const matchedText = kind === 'identifiers' ? wordsOfName(text) : text
  return subset.filter((rule) => rule.kinds.includes(kind) && rule.pattern.test(matchedText))
}

/** Conventional Commits require a type, and a scope if any; Slipway allows at most 72 characters. */
export const isConventional = (subject: string): boolean =>
  subject.length <= 72 && /^(feat|fix|docs|refactor|perf|test|build|ci|chore|style|revert)(\([a-z0-9-]+\))?!?: \S/.test(subject)

export interface Finding extends Item {
  rule: string
}

type Counts = Partial<Record<string, number>>
export type RemainingCounts = Record<Kind | 'tables', Counts>

export function count(findings: readonly Finding[], untyped: readonly Item[]): RemainingCounts {
  const remaining: RemainingCounts = {
    texts: {},
    pages: {},
    comments: {},
    identifiers: {},
    titles: {},
    quotes: {},
    tables: { 'typed by any string': untyped.length },
  }
  for (const { kind, rule } of findings.toSorted((left, right) => left.rule.localeCompare(right.rule, 'en')))
    remaining[kind][rule] = (remaining[kind][rule] ?? 0) + 1
  return remaining
}

export function differences(now: RemainingCounts, allowed: RemainingCounts): { place: string; now: number; allowed: number }[] {
  return (Object.keys(now) as (keyof RemainingCounts)[]).flatMap((kind) =>
    [...new Set([...Object.keys(now[kind]), ...Object.keys(allowed[kind])])].flatMap((rule) => {
      const pair = { place: `${kind}: ${rule}`, now: now[kind][rule] ?? 0, allowed: allowed[kind][rule] ?? 0 }
      return pair.now === pair.allowed ? [] : [pair]
    }),
  )
}

export const readRemaining = (): RemainingCounts => JSON.parse(readFileSync(remainingFile, 'utf8')) as RemainingCounts

export function check(): { items: Item[]; untyped: Item[]; findings: Finding[] } {
  const { items, untyped } = readWording()
  return { items, untyped, findings: items.flatMap((item) => findBrokenRules(item).map(({ name }) => ({ ...item, rule: name }))) }
}

/** The sample is the same for the same seed (mulberry32). */
function sample<T>(all: readonly T[], size: number, seed: number): T[] {
  const remaining = [...all]
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return Array.from({ length: Math.min(size, remaining.length) }, () => remaining.splice(Math.floor(next() * remaining.length), 1)[0]!)
}

const formatItem = ({ file, line, text }: Item) => `${file}${line ? `:${line}` : ''}  ${text}`

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      lower: { type: 'boolean' },
      rule: { type: 'string' },
      under: { type: 'string', default: '' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const { items, untyped, findings } = check()
  if (values.rule !== undefined || values.under !== '') {
    const listedFindings = findings.filter((each) => (values.rule ?? each.rule) === each.rule && each.file.startsWith(values.under))
    for (const each of listedFindings) console.log(`${each.rule}  ${formatItem(each)}`)
    if (values.rule === 'typed by any string') for (const each of untyped) console.log(formatItem(each))
  } else if (values.sample !== undefined) {
    console.log(`seed ${values.seed}`)
    for (const kind of kinds) {
      const itemsOfKind = items.filter((item) => item.kind === kind)
      console.log(`\n${kind}, ${values.sample} of ${itemsOfKind.length}`)
      for (const each of sample(itemsOfKind, Number(values.sample), Number(values.seed))) console.log(`  ${formatItem(each)}`)
    }
  } else {
    for (const kind of kinds) {
      const all = items.filter((item) => item.kind === kind).length
      const errors = new Set(findings.filter((each) => each.kind === kind).map(formatItem)).size
      console.log(`${kind.padEnd(12)} ${String(errors).padStart(6)} of ${all} break a rule`)
    }
    console.log(`label tables ${String(untyped.length).padStart(6)} typed by any string`)
    const now = count(findings, untyped)
    const allowed = readRemaining()
    const changedCounts = differences(now, allowed)
    if (values.lower) {
      for (const each of Object.keys(allowed) as (keyof RemainingCounts)[])
        for (const rule of Object.keys(allowed[each])) {
          const lower = Math.min(allowed[each][rule]!, now[each][rule] ?? 0)
          if (lower === 0) delete allowed[each][rule]
          else allowed[each][rule] = lower
        }
      writeFileSync(remainingFile, `${JSON.stringify(allowed, null, 2)}\n`)
    }
    const increased = changedCounts.filter((each) => each.now > each.allowed)
    for (const each of increased) console.log(`${each.place}: ${each.now}, allowed ${each.allowed}`)
    const decreased = values.lower ? [] : changedCounts.filter((each) => each.now < each.allowed)
    if (decreased.length > 0)
      console.log(`${decreased.length} counts fell: node scripts/words.ts --lower writes them to ${path.basename(remainingFile)}`)
    const subjects = commitSubjects().filter((subject) => !isConventional(subject))
    for (const subject of subjects) console.log(`not a conventional commit of at most 72 characters: ${subject}`)
    if (increased.length + decreased.length + subjects.length > 0) process.exitCode = 1
  }
}
