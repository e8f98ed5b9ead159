import { type RawBuilder, sql } from 'kysely'
import { type ComparedValue, comparedValues, textTests } from '../../../approvals/comparedValues.ts'
import { conditionProblem } from '../../../approvals/condition.ts'
import { factCatalogue } from '../../../approvals/facts.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { capitalize } from '../../../format.ts'
import type { ApprovedKind } from '../../../subjects/kinds.ts'
import type { PolicyProblem } from './schemas.ts'

type ConditionProblem = Omit<PolicyProblem, 'path'>

const facts = new Map(factCatalogue.map((fact) => [fact.path, fact]))
const maxSuggestions = 5
/** Each suggestion compares a value with all names, so a policy gets suggestions for at most this many values of a fact. */
const maxValuesWithSuggestions = 20
const verbs = { equals: 'is', contains: 'contains', startsWith: 'starts with', endsWith: 'ends with' } as const satisfies Record<
  ComparedValue['test'],
  string
>

/** Facts whose values are names that can be added later, so unknown ones are only warnings. */
const namesOfFact: Readonly<Record<string, { noun: string; names: RawBuilder<unknown> }>> = {
  'target.tower': { noun: 'tower has the code', names: sql`select code as name from towers` },
  'target.family': { noun: 'family is called', names: sql`select name from families` },
  'request.items': { noun: 'catalogue item is called', names: sql`select name from catalogue_items` },
  'requester.department': { noun: 'person is in the department', names: sql`select distinct department as name from people where active` },
  'requester.jobTitle': { noun: 'person has the job title', names: sql`select distinct job_title as name from people where active` },
}

export async function conditionProblems(db: Db, kind: ApprovedKind, conditions: readonly string[]): Promise<ConditionProblem[][]> {
  const compared = conditions.map(comparedValues)
  const unknown = await unknownNames(
    db,
    compared.flatMap(({ values }) => values),
  )
  return conditions.map((condition, index) => {
    const invalid = conditionProblem(condition)
    if (invalid) return [{ severity: 'error', message: invalid }]
    const { paths, values } = compared[index]!
    const problems = [
      ...[...paths].flatMap((path) => missingFact(kind, path) ?? []),
      ...values.flatMap((value) => impossibleValue(value) ?? unknownName(value, unknown) ?? []),
    ]
    return [...new Map(problems.map((problem) => [problem.message, problem])).values()]
  })
}

function missingFact(kind: ApprovedKind, path: string): ConditionProblem | undefined {
  const kinds = facts.get(path)?.kinds
  if (!kinds || kinds.includes(kind)) return undefined
  const { name } = findApprovalSubject(kind).policy
  return { severity: 'warning', message: `${path} never has a value in the policy “${name}”, so the condition can’t depend on it.` }
}

/** An empty text is possible for every fact, because a fact that doesn't apply is empty. */
function impossibleValue({ path, test, value }: ComparedValue): ConditionProblem | undefined {
  const fact = facts.get(path)
  if (fact?.type !== 'string' || !fact.values || fact.exhaustive === false || value === '') return undefined
  if (fact.values.some((each) => textTests[test](each, value))) return undefined
  return { severity: 'error', message: `${capitalize(fact.phrase)} never ${verbs[test]} “${value}”. Use ${joined(fact.values, 'or')}.` }
}

/** The most similar names of each unknown value, by fact and value. */
type UnknownNames = ReadonlyMap<string, ReadonlyMap<string, string[]>>

const isName = ({ path, test, value }: ComparedValue) => Object.hasOwn(namesOfFact, path) && test === 'equals' && value !== ''

async function unknownNames(db: Db, compared: readonly ComparedValue[]): Promise<UnknownNames> {
  const unknown = new Map<string, Map<string, string[]>>()
  for (const [path, values] of Map.groupBy(compared.filter(isName), (each) => each.path)) {
    const { rows } = await sql<{ value: string; names: string[] }>`
      with known as materialized (select distinct n.name from (${namesOfFact[path]!.names}) n where n.name <> ''),
        unknown as (select v.value, row_number() over (order by v.position) as number
          from unnest(${[...new Set(values.map(({ value }) => value))]}::text[]) with ordinality v (value, position)
          where not exists (select from known k where k.name = v.value))
      select u.value, array(select k.name from known k where u.number <= ${maxValuesWithSuggestions}
        order by similarity(k.name, u.value) desc, k.name limit ${maxSuggestions}) as names
      from unknown u`.execute(db)
    unknown.set(path, new Map(rows.map(({ value, names }) => [value, names])))
  }
  return unknown
}

function unknownName(compared: ComparedValue, unknown: UnknownNames): ConditionProblem | undefined {
  const { path, value } = compared
  const names = isName(compared) ? unknown.get(path)?.get(value) : undefined
  if (!names) return undefined
  const suggestion = names.length > 0 ? ` Existing values include ${joined(names, 'and')}.` : ''
  return { severity: 'warning', message: `No ${namesOfFact[path]!.noun} “${value}”.${suggestion}` }
}

const joined = (values: readonly string[], conjunction: string) =>
  [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(` ${conjunction} `)
