import { Type } from 'typebox'
import { maxStatements } from '../../../db/slowQueries.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'

export const listSlowQueries = operation({
  id: 'listSlowQueries',
  method: 'GET',
  path: '/cockpit/slow-queries',
  tag: 'cockpit',
  summary: 'List Slipway’s slow database statements by total time',
  description: `Returns at most ${maxStatements} statements from all replicas, without their values.`,
  access: 'adminOrAuditor',
  responses: {
    200: Type.Object({
      thresholdMs: Type.Integer(),
      queries: Type.Array(
        Type.Object({
          fingerprint: Type.String(),
          statement: Type.String(),
          operation: Type.String({ description: 'Operation or job that ran the statement.' }),
          count: Type.Integer(),
          meanMs: Type.Integer(),
          maxMs: Type.Integer(),
          firstSeen: Timestamp,
          lastSeen: Timestamp,
        }),
      ),
    }),
  },
  async handler({ db, config }) {
    const rows = await db
      .selectFrom('slow_queries')
      .selectAll()
      .orderBy('total_ms', 'desc')
      .orderBy('fingerprint')
      .limit(maxStatements)
      .execute()
    return {
      thresholdMs: config.slowQueryMs,
      queries: rows.map((row) => ({
        fingerprint: row.fingerprint,
        statement: row.statement,
        operation: row.operation,
        count: row.count,
        meanMs: Math.round(row.total_ms / row.count),
        maxMs: Math.round(row.max_ms),
        firstSeen: row.first_seen.toISOString(),
        lastSeen: row.last_seen.toISOString(),
      })),
    }
  },
})
