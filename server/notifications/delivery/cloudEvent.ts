import type { Message } from './message.ts'

export const cloudEventType = 'application/cloudevents+json; charset=utf-8'

/** A notification for programs: CloudEvents 1.0 in JSON. The ID is the delivery's, which is the same in every attempt. */
export function cloudEvent(publicUrl: string, { id, kind, group, label, subject, title, body, link, at }: Message): object {
  return {
    specversion: '1.0',
    id,
    source: publicUrl,
    type: `slipway.${kind}`,
    subject: `${subject.kind}/${subject.id}`,
    time: at.toISOString(),
    datacontenttype: 'application/json',
    data: { kind, label, group, title, body, subject: { ...subject, url: link } },
  }
}
