import type { Environment } from '../../../db/tables.ts'
import type { Thing, Verb } from './abilities.ts'

const verbLabels: Record<Verb, string> = {
  see: 'see read view look open check inspect show browse watch monitor list download investigate debug troubleshoot diagnose audit understand know pull query readonly reader readers',
  deploy: 'deploy deploying deployment release releasing ship publish rollout push install promote deployers',
  restart: 'restart restarting reboot stop start recycle bounce',
  manage:
    'manage change edit modify update create make add remove delete configure setup administer operate fix repair write rotate renew replace resize scale upload own maintain run set contributor contributors',
  grant: 'grant invite authorise authorize permit',
}
const thingLabels: Record<Thing, string> = {
  everything: 'everything anything resources resource',
  webApps: 'website websites site sites webapp webapps function functions frontend',
  machines: 'vm vms machine machines server servers virtualmachine virtualmachines disk disks',
  clusters: 'kubernetes k8s aks cluster clusters pod pods kubectl container containers namespace namespaces',
  images: 'image images registry acr docker',
  databases: 'database databases sql db dbs',
  files: 'file files blob blobs storage data bucket buckets document documents',
  secrets: 'secret secrets password passwords vault vaults keyvault keyvaults credential credentials connectionstring connectionstrings',
  certificates: 'certificate certificates cert certs key keys tls ssl',
  networks: 'network networks vnet vnets subnet subnets firewall firewalls dns peering peerings nsg routing',
  monitoring: 'metric metrics alert alerts monitoring dashboard dashboards telemetry',
  logs: 'log logs trace traces logging',
  backups: 'backup backups restore restores recovery',
  costs: 'cost costs spend spending bill bills billing budget budgets invoice invoices',
  tags: 'tag tags tagging',
  tickets: 'ticket tickets',
  security: 'vulnerability vulnerabilities security finding findings defender',
  access: 'permission permissions rights',
}
const environmentLabels: Record<Environment, string> = {
  production: 'prod production live prd',
  preproduction: 'preprod preproduction staging stage uat ppd',
  test: 'test testing tst qa tests',
  development: 'dev development develop dvl',
}
/** Words that carry no meaning for the search. */
const filler = new Set(
  (
    'a an the to in into on onto at of for from with without by and or i im we my our me us you it its is are be been am as that this these those ' +
    'need needs want wants would like can could should must have has get getting got let lets allow allowed able please so do does doing ' +
    'some any all stuff thing things someone something there where which what how who when if not just only also too access work working account accounts group groups ' +
    'environment environments subscription subscriptions system systems app apps application applications team teams azure cloud az services service'
  ).split(' '),
)

/** Phrases replaced by one word before the text is split. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:give|grant|manage|hand out) (?:people |others |somebody |someone )?access\b/g, ' grant '],
  [/\bwho has access\b/g, ' permissions '],
  [/\bpre[ -]?prod(?:uction)?\b/g, ' preprod '],
  [/\bnon[ -]?prod(?:uction)?\b/g, ' test '],
  [/\bvirtual[ -]machines?\b/g, ' vm '],
  [/\bweb[ -]?(?:app|apps|application|applications|site|sites)\b/g, ' website '],
  [/\bfunction apps?\b/g, ' function '],
  [/\bkey[ -]?vaults?\b/g, ' vault '],
  [/\bconnection strings?\b/g, ' secret '],
  [/\bcontainer images?\b/g, ' image '],
  [/\bsupport (?:ticket|tickets|request|requests|case|cases)\b/g, ' ticket '],
  [/\bturn (?:on|off)\b|\bswitch (?:on|off)\b/g, ' restart '],
  [/\broll(?:ing)?[ -]out\b/g, ' deploy '],
  [/\bset(?:ting)? up\b/g, ' setup '],
  [/\blook(?:ing)? (?:at|into)\b/g, ' see '],
]

function byWord<T extends string>(vocabulary: Record<T, string>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries<string>(vocabulary).flatMap(([meaning, text]) => text.split(' ').map((word) => [word, meaning as T] as const)),
  )
}

export const verbs = byWord(verbLabels)
export const things = byWord(thingLabels)
export const environmentOf = byWord(environmentLabels)

export const knownTerms: readonly string[] = [...verbs.keys(), ...things.keys(), ...environmentOf.keys()]

const maxTerms = 10
const longestWord = 40

export interface Word {
  word: string
  said: string
}

/** The distinct words of the question in order, in lower case, without filler. */
export function textOf(text: string): Word[] {
  let plain = ` ${text.normalize('NFKC').toLowerCase()} `
  const said = new Map<string, string>()
  for (const [phrase, word] of phrases)
    plain = plain.replace(phrase, (written) => {
      said.set(word.trim(), written.trim())
      return word
    })
  const distinctTerms = plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !filler.has(word))
    .map((word) => word.slice(0, longestWord))
  return [...new Set(distinctTerms)].slice(0, maxTerms).map((word) => ({ word, said: said.get(word) ?? word }))
}

/** Counts typing errors between two words: a letter missing, added, replaced or swapped with its neighbour. Stops at `most`. */
export function slips(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      let least = Math.min(above[at]! + 1, line[at - 1]! + 1, above[at - 1]! + (same ? 0 : 1))
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, before[at - 2]! + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[other.length]!
}

/** How many typing errors a word of this length tolerates. */
export function forgivable(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

/** Lists variants with two neighbouring letters swapped, because trigram similarity rarely finds them. */
export function swaps(word: string): string[] {
  const swapped = Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  return word.length < 4 || word.length > 16 ? [] : swapped
}
