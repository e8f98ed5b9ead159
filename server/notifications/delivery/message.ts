import { type GroupId, kindOf } from '../kinds.ts'
import { linkTo } from './links.ts'

export interface Message {
  id: string
  kind: string
  label: string
  group: GroupId
  subject: { kind: string; id: string }
  title: string
  body: string
  link: string
  at: Date
}

interface DueDelivery {
  id: string
  kind: string
  subject_kind: string
  subject_id: string
  title: string
  body: string
  created_at: Date
}

export function messageOf(publicUrl: string, row: DueDelivery): Message {
  const { label, group } = kindOf(row.kind)
  return {
    id: row.id,
    kind: row.kind,
    label,
    group,
    subject: { kind: row.subject_kind, id: row.subject_id },
    title: toOneLine(row.title),
    body: removeControls(row.body),
    link: linkTo(publicUrl, row.subject_kind, row.subject_id),
    at: row.created_at,
  }
}

/** Removes invisible characters that affect display: control characters and changes of text direction. */
const removeControls = (text: string) =>
  text.replace(/[^\P{Cc}\n\t]|[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '')

const toOneLine = (text: string): string => removeControls(text.replace(/[\s\u2028\u2029\u0085]+/g, ' ')).trim()

export const actionOf = ({ kind }: Pick<Message, 'kind'>): string =>
  kind === 'decisionNeeded' ? 'Review and decide in Slipway' : 'Open in Slipway'
