import { type RawBuilder, sql } from 'kysely'
import { type ComparedValue, comparedValues, textTests } from '../../../approvals/comparedValues.ts'
import { conditionProblem } from '../../../approvals/condition.ts'
import { factCatalogue } from '../../../approvals/facts.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import type { ApprovedKind } from '../../../subjects/kinds.ts'
import type { PolicyProblem } from './schemas.ts'

type ConditionProblem = Omit<PolicyProblem, 'path'>

const facts = new Map(factCatalogue.map((fact) => [fact.path, fact]))
const maxSuggestions = 5
const verbs = { equals: 'is', contains: 'contains', startsWith: 'starts with', endsWith: 'ends with' } as const satisfies Record<
  ComparedValue['test'],
  string
>

/** Facts whose values are names that can be added later, so unknown ones are only warnings. */
const namesOfFact: Record<string, { noun: string; names: RawBuilder<unknown> }> = {
  'target.tower': { noun: 'tower has the code', names: sql`select code as name from towers` },
  'target.family': { noun: 'family is called', names: sql`select name from families` },
  'request.items': { noun: 'catalogue item is called', names: sql`select name from catalogue_items` },
  'requester.department': { noun: 'person is in the department', names: sql`select distinct department as name from people where active` },
  'requester.jobTitle': { noun: 'person has the job title', names: sql`select distinct job_title as name from people where active` },
}

export async function conditionProblems(db: Db, kind: ApprovedKind, condition: string): Promise<ConditionProblem[]> {
  const invalid = conditionProblem(condition)
  if (invalid) return [{ severity: 'error', message: invalid }]
  const { paths, values } = comparedValues(condition)
  const problems = [...paths].flatMap((path) => missingFact(kind, path) ?? [])
  for (const compared of values) {
    const problem = impossibleValue(compared) ?? (await unknownName(db, compared))
    if (problem && !problems.some(({ message }) => message === problem.message)) problems.push(problem)
  }
  return problems
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
  if (fact?.type !== 'string' || !fact.values || fact.hasExamplesOnly || value === '') return undefined
  if (fact.values.some((each) => textTests[test](each, value))) return undefined
  const name = fact.phrase.charAt(0).toUpperCase() + fact.phrase.slice(1)
  return { severity: 'error', message: `${name} never ${verbs[test]} “${value}”. Use ${joined(fact.values, 'or')}.` }
}

async function unknownName(db: Db, { path, test, value }: ComparedValue): Promise<ConditionProblem | undefined> {
  const known = namesOfFact[path]
  if (!known || test !== 'equals' || value === '') return undefined
  const { rows } = await sql<{ name: string }>`
    select n.name from (${known.names}) n where n.name <> '' order by n.name = ${value} desc, similarity(n.name, ${value}) desc, n.name
    limit ${maxSuggestions}`.execute(db)
  const names = rows.map(({ name }) => name)
  if (names.includes(value)) return undefined
  const suggestion = names.length > 0 ? ` Existing values include ${joined(names, 'and')}.` : ''
  return { severity: 'warning', message: `No ${known.noun} “${value}”.${suggestion}` }
}

const joined = (values: readonly string[], conjunction: string) =>
  [values.slice(0, -1).join(', '), values.at(-1)].filter(Boolean).join(` ${conjunction} `)
