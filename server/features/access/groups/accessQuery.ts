import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { type AbilityObject, type AbilityVerb, abilities } from './abilities.ts'
import { parseAuthorizationError } from './azureAuthorizationError.ts'
import {
  editDistance,
  environmentOf,
  knownTerms,
  maxEditDistance,
  objects,
  type ParsedTerm,
  swapVariants,
  termsOf,
  verbs,
} from './vocabulary.ts'

export interface AbilityNeed {
  terms: string[]
  oneOf: string[]
}
/** A word that names an account, family, tower or group. `nameCandidates` lists similar names if no name matches exactly. */
export interface TermPosition {
  word: string
  nameCandidates: string[]
}
interface EnvironmentTerm {
  word: string
  environment: Environment
}
export interface AccessQuery {
  needs: AbilityNeed[]
  environments: EnvironmentTerm[]
  nameTerms: TermPosition[]
  accountId?: string
  unknown: string[]
  /** The subscription in a pasted error, if Slipway has no account for it. */
  unknownSubscription?: string
  /** Words with a meaning that could also be names. */
  ambiguous: string[]
  /** Maps each misspelt word to the word that the search used instead. */
  corrections: ReadonlyMap<string, string>
  /** The needs if every word in `ambiguous` is a name. Only actions without a resource remain. */
  needsWithout: AbilityNeed[]
}

const generalAbilities: Record<AbilityVerb, string[]> = {
  see: ['everything.see'],
  deploy: ['webApps.deploy', 'clusters.deploy', 'clusters.admin', 'templates.deploy'],
  restart: ['webApps.restart', 'machines.restart', 'clusters.admin'],
  manage: ['everything.manage'],
  grant: ['access.grant'],
}

type TermMeaning<T> = { word: string; meaning: T }[]

function needsOf(actions: TermMeaning<AbilityVerb>, objects: TermMeaning<AbilityObject>): AbilityNeed[] {
  const idsOf = (action: AbilityVerb | undefined, objectTerm: AbilityObject) =>
    abilities.filter((ability) => (!action || ability.verbs.includes(action)) && ability.things.includes(objectTerm)).map(({ id }) => id)
  const usedObjects = new Set<string>()
  const needs = actions.flatMap((action): AbilityNeed[] => {
    const pairs = objects
      .map((objectTerm) => ({ terms: [action.word, objectTerm.word], oneOf: idsOf(action.meaning, objectTerm.meaning) }))
      .filter(({ oneOf }) => oneOf.length > 0)
    for (const { terms } of pairs) usedObjects.add(terms[1]!)
    return pairs.length > 0 ? pairs : [{ terms: [action.word], oneOf: generalAbilities[action.meaning] }]
  })
  const unpairedObjects = objects
    .filter(({ word }) => !usedObjects.has(word))
    .map(({ word, meaning }) => ({ terms: [word], oneOf: idsOf(undefined, meaning) }))
  return [...needs, ...unpairedObjects]
}

export async function parseAccessQuery(db: Db, text: string): Promise<AccessQuery> {
  const authorizationError = parseAuthorizationError(text)
  if (!authorizationError) return parseTerms(db, text)
  const need = { terms: [authorizationError.action], oneOf: authorizationError.oneOf }
  if (authorizationError.subscriptionId) return loadScope(db, need, authorizationError.subscriptionId)
  const remainingQuestion = await parseTerms(db, authorizationError.rest)
  // The error already says which action is needed, so the remaining words can only be resource names.
  const understoodTerms = remainingQuestion.needs.flatMap(({ terms }) => terms)
  return {
    ...remainingQuestion,
    needs: [need],
    needsWithout: [need],
    ambiguous: remainingQuestion.ambiguous.filter((word) => !understoodTerms.includes(word)),
  }
}

/** An authorization error with a scope names the action and the account, so no other term is needed. */
async function loadScope(db: Db, need: AbilityNeed, subscriptionId: string): Promise<AccessQuery> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  const scopeQuestion = { needs: [need], needsWithout: [need], environments: [], ambiguous: [], corrections: new Map<string, string>() }
  if (!account) return { ...scopeQuestion, nameTerms: [], unknown: [], unknownSubscription: subscriptionId }
  const name = account.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  return { ...scopeQuestion, nameTerms: [{ word: name, nameCandidates: [name] }], accountId: account.id, unknown: [] }
}

async function parseTerms(db: Db, text: string): Promise<AccessQuery> {
  const actions: TermMeaning<AbilityVerb> = []
  const objectTerms: TermMeaning<AbilityObject> = []
  const environments: EnvironmentTerm[] = []
  const consumeTerm = ({ original: word }: ParsedTerm, termMeaning: string): boolean => {
    const action = verbs.get(termMeaning)
    const objectTerm = objects.get(termMeaning)
    const environment = environmentOf.get(termMeaning)
    if (action && !actions.some((each) => each.meaning === action)) actions.push({ word, meaning: action })
    if (objectTerm && !objectTerms.some((each) => each.meaning === objectTerm)) objectTerms.push({ word, meaning: objectTerm })
    if (environment) environments.push({ word, environment })
    return (action ?? objectTerm ?? environment) !== undefined
  }
  const unknownTerms = termsOf(text)
    .filter((word) => !consumeTerm(word, word.word))
    .map(({ word }) => word)
  const [matchingTerms, similar] = await Promise.all([findTermsInNames(db, unknownTerms), similarTerms(db, unknownTerms)])
  const nameTerms: TermPosition[] = []
  const unknown: string[] = []
  const correctedTerms = new Map<string, string>()
  for (const word of unknownTerms) {
    if (matchingTerms.has(word)) {
      nameTerms.push({ word, nameCandidates: [word] })
      continue
    }
    const nearestTerms = nearest(word, knownTerms)
    const names = nearest(word, similar.get(word) ?? [])
    const [meaning] = nearestTerms.terms
    if (meaning && nearestTerms.distance <= names.distance) {
      correctedTerms.set(word, meaning)
      consumeTerm({ word, original: word }, meaning)
    } else if (names.terms.length > 0) nameTerms.push({ word, nameCandidates: names.terms.slice(0, 4) })
    else unknown.push(word)
  }
  const ambiguous = [...objectTerms, ...environments].map(({ word }) => word)
  return {
    needs: needsOf(actions, objectTerms),
    environments,
    nameTerms,
    unknown,
    ambiguous,
    corrections: correctedTerms,
    needsWithout: needsOf(actions, []),
  }
}

async function findTermsInNames(db: Db, terms: string[]): Promise<Set<string>> {
  if (terms.length === 0) return new Set()
  const { rows } = await sql<{ word: string }>`select terms.word from unnest(${terms}::text[]) terms (word)
    where exists (select from access_terms k where starts_with(k.word, terms.word))`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

async function similarTerms(db: Db, terms: string[]): Promise<Map<string, string[]>> {
  if (terms.length === 0) return new Map()
  const { rows } = await sql<{ word: string; similar: string[] }>`select terms.word,
      array(select k.word from access_terms k where k.word % terms.word or k.word = any (string_to_array(terms.swapped, ' '))
        order by similarity(k.word, terms.word) desc, k.word limit 20) as similar
    from unnest(${terms}::text[], ${terms.map((word) => swapVariants(word).join(' '))}::text[]) terms (word, swapped)`.execute(db)
  return new Map(rows.map(({ word, similar }) => [word, similar]))
}

function nearest(word: string, candidates: readonly string[]): { distance: number; terms: string[] } {
  const max = maxEditDistance(word)
  const distances = candidates.map((each) => ({ each, distance: editDistance(word, each, max) })).filter((match) => match.distance <= max)
  const leastDistance = Math.min(...distances.map((match) => match.distance), max + 1)
  return { distance: leastDistance, terms: distances.filter((match) => match.distance === leastDistance).map(({ each }) => each) }
}
