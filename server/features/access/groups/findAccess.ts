import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { pageSize } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { membershipsIn } from './conflicts.ts'
import { explain, tooMuch } from './explain.ts'
import { findGroups, mostFound, type Narrowing } from './findGroups.ts'
import { choicesOf, fits, understood } from './narrow.ts'
import { listedRows, presentListed } from './queries.ts'
import { type Question, readQuestion } from './question.ts'
import { environments, FoundAccess } from './schemas.ts'

export const findAccess = operation({
  id: 'findAccess',
  method: 'GET',
  path: '/account-access/find',
  tag: 'account-access',
  summary: 'Access groups that suffice for what one says one needs to do, the smallest first',
  description:
    'Such as “deploy to checkout test”: deeds and things are matched with what roles let one do, the rest with the names of accounts, families, towers and groups. Typing errors are forgiven. An error of Azure that names the action and the scope it refused is read as it stands. Where nothing suffices, the groups of the place are answered, and `sufficient` is false.',
  access: 'signedIn',
  query: Type.Object(
    {
      searchTerm: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }),
      environment: Type.Optional(Type.Enum(environments)),
      tower: Type.Optional(Uuid),
      role: Type.Optional(Uuid),
      size: Type.Optional(pageSize(100, 20)),
    },
    { additionalProperties: false },
  ),
  answers: { 200: FoundAccess },
  async prepare({ db, clients, actor, query }) {
    if (query.searchTerm.includes('\0')) {
      const message = 'The question holds a character that cannot be read.'
      throw new Failure('invalidRequest', message, { errors: [{ field: 'searchTerm', message }] })
    }
    const question = await readQuestion(db, query.searchTerm)
    const narrowing: Narrowing = {
      ...(query.environment && { environment: query.environment }),
      ...(query.tower && { tower: query.tower }),
      ...(query.role && { role: query.role }),
    }
    const nothing = question.places.length === 0 && (question.unknown.length > 0 || asksNothing(question))
    const suffices = nothing ? [] : await findGroups(db, actor, question, {})
    const relaxed = { ...question, needs: [], ambiguous: [] }
    const sufficient = suffices.length > 0 || nothing || question.places.length === 0
    const all = sufficient ? suffices : await findGroups(db, actor, relaxed, {})
    // What was cut off may hold what the narrowing asks for.
    const cut = all.length > mostFound && Object.keys(narrowing).length > 0
    const found = cut ? await findGroups(db, actor, sufficient ? question : relaxed, narrowing) : all.filter(fits(narrowing))
    const ids = found.slice(0, query.size ?? 20).map(({ id }) => id)
    const rows = ids.length > 0 ? await listedRows(db, actor).where('g.id', 'in', ids).execute() : []
    const inDirectory = await membershipsIn(
      clients,
      actor.id,
      rows.flatMap((row) => row.directory_group_id ?? []),
    )
    return { question, narrowing, all, found, sufficient, ids, rows, inDirectory }
  },
  async handler({ actor }, { question, narrowing, all, found, sufficient, ids, rows, inDirectory }) {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      items: ids.flatMap((id) => {
        const row = byId.get(id)
        return row ? [{ group: presentListed(actor, row, inDirectory), why: explain(question, row), tooMuch: tooMuch(question, row) }] : []
      }),
      total: Math.min(found.length, mostFound),
      totalIsCapped: found.length > mostFound,
      sufficient,
      understood: understood(question),
      narrow: choicesOf(all, narrowing),
    }
  },
})

const asksNothing = ({ needs, environments }: Question) => needs.length === 0 && environments.length === 0
