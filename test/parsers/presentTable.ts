import type { Call } from './calls.ts'
import type { Row, Verdict } from './judgeParsers.ts'
import { unjudged } from './reasons.ts'

interface Judged {
  verdict: Verdict
  calls: Readonly<Record<string, Call<never> | string>>
}

const origins: Record<Row['origin'], string> = { own: '', other: 'of another operation', made: 'made from the description' }

/** The table of calls, examples and variants, as Markdown. */
export function presentTable(services: Readonly<Record<string, Judged>>): string {
  const all = Object.values(services)
  const rows = all.flatMap(({ verdict }) => verdict.rows)
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0).toLocaleString('en')
  const calls = all.reduce((total, { verdict }) => total + new Set(verdict.rows.map(({ call }) => call)).size, 0)
  return `${[
    '# Parsers',
    'Each call of a connector is answered with what others wrote: the examples of the vendor’s own specifications, kept beside this repository. `test/parsers/parsers.test.ts` makes this page; `npx vitest run test/parsers --project unit -u` writes it again.',
    `**${calls} calls, ${rows.length} operations, ${sum(({ examples }) => examples)} examples, ${sum(({ variants }) => variants)} variants.** Variants of an example: each field that its specification does not promise is null, and absent; unknown fields are added to every object; ids are in other letters; the address of a next page is null, empty, absolute and relative. The fields of one object are taken away together, and one by one where that is refused.`,
    'A parser fails when it throws anything but an error that names the missing field, when it loses the ids and figures it must keep, or when a variant that means the same reads differently. *Needs* are fields the specification does not promise and without which the answer is refused, by name.',
    ...Object.entries(services).flatMap(([service, { verdict, calls: table }]) => section(service, verdict, table)),
    '## Not judged',
    lines([
      '| call | reason |',
      '|---|---|',
      ...Object.entries(services).flatMap(([service, { calls: table }]) =>
        Object.entries(table).flatMap(([call, reason]) => (typeof reason === 'string' ? [`| ${service}: ${call} | ${reason} |`] : [])),
      ),
      ...Object.entries(unjudged).map(([call, reason]) => `| ${call} | ${reason} |`),
    ]),
  ].join('\n\n')}\n`
}

function section(service: string, { rows, needs }: Verdict, calls: Judged['calls']): string[] {
  const needed = Object.keys(calls).flatMap((call) => {
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
      '| call | operation | version | examples | other questions | variants | examples are |',
      '|---|---|---|---|---|---|---|',
      ...rows.map(
        ({ call, operation, version, examples, unfit, variants, origin }) =>
          `| ${call} | ${operation.replaceAll('|', '\\|')} | ${version} | ${examples} | ${unfit || ''} | ${variants} | ${origins[origin]} |`,
      ),
    ]),
    ...(needed.length > 0 ? [lines(['| call | needs |', '|---|---|', ...needed])] : []),
  ]
}

const lines = (of: string[]) => of.join('\n')
