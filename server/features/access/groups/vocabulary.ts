import type { Environment } from '../../../db/tables.ts'
import type { AbilityObject, AbilityVerb } from './abilities.ts'

const verbKeywords: Record<AbilityVerb, string> = {
  see: 'see read view look open check inspect show browse watch monitor list download investigate debug troubleshoot diagnose audit understand know pull query readonly reader readers',
  deploy: 'deploy deploying deployment release releasing ship publish rollout push install promote deployers',
  restart: 'restart restarting reboot stop start recycle bounce',
  manage:
    'manage change edit modify update create make add remove delete configure setup administer operate fix repair write rotate renew replace resize scale upload own maintain run set contributor contributors',
  grant: 'grant invite authorise authorize permit',
}
const objectKeywords: Record<AbilityObject, string> = {
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
const environmentKeywords: Record<Environment, string> = {
  production: 'prod production live prd',
  preproduction: 'preprod preproduction staging stage uat ppd',
  test: 'test testing tst qa tests',
  development: 'dev development develop dvl',
}
const fillerTerms = new Set(
  (
    'a an the to in into on onto at of for from with without by and or i im we my our me us you it its is are be been am as that this these those ' +
    'need needs want wants would like can could should must have has get getting got let lets allow allowed able please so do does doing ' +
    'some any all stuff thing things someone something there where which what how who when if not just only also too access work working account accounts group groups ' +
    'environment environments subscription subscriptions system systems app apps application applications team teams azure cloud az services service'
  ).split(' '),
)

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

function meaningsByWord<T extends string>(vocabulary: Record<T, string>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries<string>(vocabulary).flatMap(([meaning, text]) => text.split(' ').map((word) => [word, meaning as T] as const)),
  )
}

export const verbs = meaningsByWord(verbKeywords)
export const objects = meaningsByWord(objectKeywords)
export const environmentOf = meaningsByWord(environmentKeywords)

export const knownTerms: readonly string[] = [...verbs.keys(), ...objects.keys(), ...environmentOf.keys()]

const maxTerms = 10
const maxWordLength = 40

export interface ParsedTerm {
  word: string
  original: string
}

/** Returns the distinct words of the question in their order, in lower case and without words that carry no meaning. */
export function termsOf(text: string): ParsedTerm[] {
  let plainQuestion = ` ${text.normalize('NFKC').toLowerCase()} `
  const originalTerms = new Map<string, string>()
  for (const [phrase, word] of phrases)
    plainQuestion = plainQuestion.replace(phrase, (matchedText) => {
      originalTerms.set(word.trim(), matchedText.trim())
      return word
    })
  const distinctTerms = plainQuestion
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillerTerms.has(word))
    .map((word) => word.slice(0, maxWordLength))
  return [...new Set(distinctTerms)].slice(0, maxTerms).map((word) => ({ word, original: originalTerms.get(word) ?? word }))
}

/**
 * Counts typing errors between two words. A typing error is a letter that is missing, added, replaced or swapped with its neighbour.
 * Counting stops above `max`.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const matrixRow = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSameLetter = a[row - 1] === b[column - 1]
      let leastDistance = Math.min(previousRow[column]! + 1, matrixRow[column - 1]! + 1, previousRow[column - 1]! + (isSameLetter ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        leastDistance = Math.min(leastDistance, before[column - 2]! + 1)
      matrixRow.push(leastDistance)
    }
    before = previousRow
    previousRow = matrixRow
  }
  return previousRow[b.length]!
}

export function maxEditDistance(word: string): number {
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2
}

/** Lists variants with two neighbouring letters swapped, because trigram similarity rarely finds them. */
export function swapVariants(word: string): string[] {
  const swappedTerms = Array.from(
    { length: word.length - 1 },
    (_, column) => word.slice(0, column) + word[column + 1] + word[column] + word.slice(column + 2),
  )
  return word.length < 4 || word.length > 16 ? [] : swappedTerms
}
