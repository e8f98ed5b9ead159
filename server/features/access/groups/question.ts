import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Environment } from '../../../db/tables.ts'
import { abilities, type Thing, type Verb } from './abilities.ts'
import { readRefusal } from './azureRefusal.ts'
import { environmentOf, forgivable, knownTerms, slips, swaps, textOf, things, verbs, type Word } from './vocabulary.ts'

export interface Need {
  terms: string[]
  oneOf: string[]
}
/** A word that names an account, family, tower or group, with similar names if there is no exact one. */
export interface Place {
  word: string
  meant: string[]
}
interface EnvironmentWord {
  word: string
  environment: Environment
}
export interface Question {
  needs: Need[]
  environments: EnvironmentWord[]
  nameTerms: Place[]
  accountId?: string
  unknown: string[]
  /** Words with a meaning that could also be names. */
  ambiguous: string[]
  /** Misspelt words, each with the word it was read as. */
  spelt: ReadonlyMap<string, string>
  /** The needs if `ambiguous` words are names: actions without resources. */
  needsWithout: Need[]
}

/** The abilities of an action without a resource. */
const general: Record<Verb, string[]> = {
  see: ['everything.see'],
  deploy: ['webApps.deploy', 'clusters.deploy', 'clusters.admin', 'templates.deploy'],
  restart: ['webApps.restart', 'machines.restart', 'clusters.admin'],
  manage: ['everything.manage'],
  grant: ['access.grant'],
}

type MeaningOf<T> = { word: string; meaning: T }[]

/** Combines each action with each resource for which an ability exists. */
export function needsOf(does: MeaningOf<Verb>, what: MeaningOf<Thing>): Need[] {
  const idsOf = (action: Verb | undefined, thing: Thing) =>
    abilities.filter((ability) => (!action || ability.verbs.includes(action)) && ability.things.includes(thing)).map(({ id }) => id)
  const used = new Set<string>()
  const needs = does.flatMap((action): Need[] => {
    const pairs = what
      .map((thing) => ({ terms: [action.word, thing.word], oneOf: idsOf(action.meaning, thing.meaning) }))
      .filter(({ oneOf }) => oneOf.length > 0)
    for (const { terms } of pairs) used.add(terms[1]!)
    return pairs.length > 0 ? pairs : [{ terms: [action.word], oneOf: general[action.meaning] }]
  })
  const alone = what.filter(({ word }) => !used.has(word)).map(({ word, meaning }) => ({ terms: [word], oneOf: idsOf(undefined, meaning) }))
  return [...needs, ...alone]
}

/** Reads a question in plain language, or an Azure error that a person pasted. */
export async function readQuestion(db: Db, text: string): Promise<Question> {
  const refusal = readRefusal(text)
  if (!refusal) return readTerms(db, text)
  const need = { terms: [refusal.action], oneOf: refusal.oneOf }
  if (refusal.subscriptionId) return readScope(db, need, refusal.subscriptionId)
  const rest = await readTerms(db, refusal.rest)
  // The action says what is needed, so all other words are names.
  const said = rest.needs.flatMap(({ terms }) => terms)
  return { ...rest, needs: [need], needsWithout: [need], ambiguous: rest.ambiguous.filter((word) => !said.includes(word)) }
}

/** An error with a scope names both the ability and the account. */
async function readScope(db: Db, need: Need, subscriptionId: string): Promise<Question> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('subscription_id', '=', subscriptionId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  const asked = { needs: [need], needsWithout: [need], environments: [], ambiguous: [], spelt: new Map<string, string>() }
  if (!account) return { ...asked, nameTerms: [], unknown: [subscriptionId] }
  const name = account.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
  return { ...asked, nameTerms: [{ word: name, meant: [name] }], accountId: account.id, unknown: [] }
}

/** Reads actions and resources by their meaning and other words as names, and tolerates typing errors. */
async function readTerms(db: Db, text: string): Promise<Question> {
  const does: MeaningOf<Verb> = []
  const what: MeaningOf<Thing> = []
  const environments: EnvironmentWord[] = []
  const take = ({ said: word }: Word, known: string): boolean => {
    const action = verbs.get(known)
    const thing = things.get(known)
    const environment = environmentOf.get(known)
    if (action && !does.some((each) => each.meaning === action)) does.push({ word, meaning: action })
    if (thing && !what.some((each) => each.meaning === thing)) what.push({ word, meaning: thing })
    if (environment) environments.push({ word, environment })
    return (action ?? thing ?? environment) !== undefined
  }
  const others = textOf(text)
    .filter((word) => !take(word, word.word))
    .map(({ word }) => word)
  const [named, similar] = await Promise.all([namedSo(db, others), similarTerms(db, others)])
  const nameTerms: Place[] = []
  const unknown: string[] = []
  const spelt = new Map<string, string>()
  for (const word of others) {
    if (named.has(word)) {
      nameTerms.push({ word, meant: [word] })
      continue
    }
    const ours = nearest(word, knownTerms)
    const names = nearest(word, similar.get(word) ?? [])
    const [meaning] = ours.terms
    if (meaning && ours.slips <= names.slips) {
      spelt.set(word, meaning)
      take({ word, said: word }, meaning)
    } else if (names.terms.length > 0) nameTerms.push({ word, meant: names.terms.slice(0, 4) })
    else unknown.push(word)
  }
  const ambiguous = [...what, ...environments].map(({ word }) => word)
  return { needs: needsOf(does, what), environments, nameTerms, unknown, ambiguous, spelt, needsWithout: needsOf(does, []) }
}

async function namedSo(db: Db, terms: string[]): Promise<Set<string>> {
  if (terms.length === 0) return new Set()
  const { rows } = await sql<{ word: string }>`select asked.word from unnest(${terms}::text[]) asked (word)
    where exists (select from access_terms k where starts_with(k.word, asked.word))`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

async function similarTerms(db: Db, terms: string[]): Promise<Map<string, string[]>> {
  if (terms.length === 0) return new Map()
  const { rows } = await sql<{ word: string; similar: string[] }>`select asked.word,
      array(select k.word from access_terms k where k.word % asked.word or k.word = any (string_to_array(asked.swapped, ' '))
        order by similarity(k.word, asked.word) desc, k.word limit 20) as similar
    from unnest(${terms}::text[], ${terms.map((word) => swaps(word).join(' '))}::text[]) asked (word, swapped)`.execute(db)
  return new Map(rows.map(({ word, similar }) => [word, similar]))
}

/** Finds the words with the fewest typing errors, within the tolerance. */
function nearest(word: string, among: readonly string[]): { slips: number; terms: string[] } {
  const max = forgivable(word)
  const found = among.map((each) => ({ each, slips: slips(word, each, max) })).filter((one) => one.slips <= max)
  const least = Math.min(...found.map((one) => one.slips), max + 1)
  return { slips: least, terms: found.filter((one) => one.slips === least).map(({ each }) => each) }
}
