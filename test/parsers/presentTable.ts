import type { Call } from './calls.ts'
import { notValidated } from './reasons.ts'
import type { Row, Verdict } from './validateParsers.ts'

interface ValidatedService {
  verdict: Verdict
  calls: Readonly<Record<string, Call<never> | string>>
}

const origins: Record<Row['origin'], string> = { own: '', other: 'a different operation', made: 'written from the description' }

export function presentTable(services: Readonly<Record<string, ValidatedService>>): string {
  const allServices = Object.values(services)
  const rows = allServices.flatMap(({ verdict }) => verdict.rows)
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0).toLocaleString('en')
  const calls = allServices.reduce((total, { verdict }) => total + new Set(verdict.rows.map(({ call }) => call)).size, 0)
  return `${[
    '# Parsers',
    '`test/parsers/parsers.test.ts` responds to each call of a connector with the examples from the vendor’s own specifications. The examples are stored outside this repository. To write this page, run `npx vitest run test/parsers --project unit -u`.',
    `**${calls} calls, ${rows.length} operations, ${sum(({ examples }) => examples)} examples, ${sum(({ variants }) => variants)} variants.** In the variants of an example, each field that its specification does not guarantee is null or absent, every object has unknown fields, the case of IDs differs, and the URL of the next page is null, empty, absolute or relative. First, all of these fields of an object are removed together. If the parser rejects the result, they are removed one by one.`,
    'A parser fails if it throws an error that does not name the missing field, if its result lacks an ID or number of the example, or if it reads an equivalent variant differently. *Required fields* are fields that the specification does not guarantee. Without them, the parser rejects the response.',
    ...Object.entries(services).flatMap(([service, { verdict, calls: table }]) => section(service, verdict, table)),
    '## Not tested',
    lines([
      '| Call | Reason |',
      '|---|---|',
      ...Object.entries(services).flatMap(([service, { calls: table }]) =>
        Object.entries(table).flatMap(([name, call]) => {
          const reason = typeof call === 'string' ? call : call.unspecified
          return reason ? [`| ${service}: ${name} | ${reason} |`] : []
        }),
      ),
      ...Object.entries(notValidated).map(([call, reason]) => `| ${call} | ${reason} |`),
    ]),
  ].join('\n\n')}\n`
}

function section(service: string, { rows, needs }: Verdict, calls: ValidatedService['calls']): string[] {
  const requiredFieldRows = Object.keys(calls).flatMap((call) => {
    const fields = needs.get(call)
    return fields
      ? [
          `| ${call} | ${[...fields]
            .sort()
            .map((field) => `\`${field}\``)
            .join(', ')} |`,
        ]
      : []
  })
  return [
    `## ${service}`,
    lines([
      '| Call | Operation | Version | Examples | Examples of other queries | Variants | Origin of examples |',
      '|---|---|---|---|---|---|---|',
      ...rows.map(
        ({ call, operation, version, examples, unfit, variants, origin }) =>
          `| ${call} | ${operation.replaceAll('|', '\\|')} | ${version} | ${examples} | ${unfit || ''} | ${variants} | ${origins[origin]} |`,
      ),
    ]),
    ...(requiredFieldRows.length > 0 ? [lines(['| Call | Required fields |', '|---|---|', ...requiredFieldRows])] : []),
  ]
}

const lines = (of: string[]) => of.join('\n')
