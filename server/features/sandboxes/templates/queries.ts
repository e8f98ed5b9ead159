import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { templateVisibleTo } from '../sandboxes/templateVisibility.ts'
import { typicalCosts } from '../spend/typicalCost.ts'
import { loadCapacity } from './capacity.ts'
import { sandboxTemplateCan } from './policy.ts'
import type { NewSandboxTemplate, SandboxTemplate } from './schemas.ts'

const noSuchTemplate = 'This template doesn’t exist.'

function templateRows(db: Db) {
  return db
    .selectFrom('sandbox_templates')
    .selectAll()
    .select([
      sql<number>`(select count(*) from sandboxes s where s.template_id = sandbox_templates.id and s.status <> 'deleted')`.as('live'),
      sql<number>`(select count(*) from sandbox_requests r where r.template_id = sandbox_templates.id)`.as('requests'),
    ])
}
type TemplateRow = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>

export function fieldsOf(row: Omit<TemplateRow, 'live' | 'requests'>): NewSandboxTemplate {
  return {
    name: row.name,
    description: row.description,
    hosting: row.hosting,
    regions: row.regions,
    allowedResourceTypes: row.allowed_resource_types,
    currency: row.currency,
    maxBudget: row.max_budget,
    defaultBudget: row.default_budget,
    maxHours: row.max_hours,
    defaultHours: row.default_hours,
    maxExtensions: row.max_extensions,
    extensionHours: row.extension_hours,
    maxMembers: row.max_members,
    maxPerPerson: row.max_per_person,
    thresholds: row.thresholds,
    reminderHours: row.reminder_hours,
    idleHours: row.idle_hours,
    approval: row.approval,
    groups: row.groups as NewSandboxTemplate['groups'],
    typicalUse: row.typical_use,
    visibility: row.visibility,
    visibleTo: row.visible_to,
    enabled: row.enabled,
  }
}

export function columnsOf(fields: NewSandboxTemplate) {
  return {
    name: normalizeName(fields.name),
    description: fields.description,
    hosting: fields.hosting,
    regions: fields.regions,
    allowed_resource_types: fields.allowedResourceTypes,
    currency: fields.currency,
    max_budget: fields.maxBudget,
    default_budget: fields.defaultBudget,
    max_hours: fields.maxHours,
    default_hours: fields.defaultHours,
    max_extensions: fields.maxExtensions,
    extension_hours: fields.extensionHours,
    max_members: fields.maxMembers,
    max_per_person: fields.maxPerPerson,
    thresholds: JSON.stringify(fields.thresholds),
    reminder_hours: fields.reminderHours,
    idle_hours: fields.idleHours,
    approval: JSON.stringify(fields.approval),
    groups: JSON.stringify(fields.groups),
    typical_use: JSON.stringify(fields.typicalUse),
    visibility: fields.visibility,
    visible_to: fields.visibleTo,
    enabled: fields.enabled,
  }
}

export const maxTemplates = 200

/**
 * Lists the templates that are visible to the actor by name. If there are more than `maxTemplates`, it returns one more than this limit.
 */
export async function loadTemplates(
  db: Db,
  actor: Person,
  now: Date,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<SandboxTemplate[]> {
  const rows = await templateRows(db)
    .where(condition)
    .where(templateVisibleTo(actor))
    .orderBy(sql`lower(name)`)
    .limit(maxTemplates + 1)
    .execute()
  if (rows.length === 0) return []
  const [freeCapacity, costs] = await Promise.all([
    loadCapacity(db, now),
    typicalCosts(
      db,
      rows.map((row) => ({ template: fieldsOf(row), hours: row.default_hours })),
    ),
  ])
  return rows.map((row, index) => ({
    id: row.id,
    ...fieldsOf(row),
    typicalCost: costs[index] ?? null,
    capacity: freeCapacity[row.hosting],
    live: row.live,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: sandboxTemplateCan(actor, row),
  }))
}

/** @throws notFound, including for a template that the actor can’t see */
export async function loadTemplate(db: Db, actor: Person, id: string, now: Date): Promise<SandboxTemplate> {
  const [template] = await loadTemplates(db, actor, now, sql<boolean>`sandbox_templates.id = ${id}`)
  if (!template) throw new Failure('notFound', noSuchTemplate)
  return template
}

/** Locks the row until the transaction ends. @throws notFound, including for a template that the actor can’t see */
export async function lockTemplate(db: Db, actor: Person, id: string, mode: 'update' | 'share') {
  const templateQuery = db.selectFrom('sandbox_templates').selectAll().where('id', '=', id).where(templateVisibleTo(actor))
  const row = await (mode === 'update' ? templateQuery.forUpdate() : templateQuery.forShare()).executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchTemplate)
  return row
}

export async function isRequested(db: Db, templateId: string): Promise<boolean> {
  const request = await db.selectFrom('sandbox_requests').select('id').where('template_id', '=', templateId).limit(1).executeTakeFirst()
  return request !== undefined
}
