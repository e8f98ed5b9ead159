import type { Message } from './message.ts'

export const cloudEventType = 'application/cloudevents+json; charset=utf-8'

/**
 * Formats a notification for programs as a CloudEvent 1.0 in JSON. The ID of the event is the ID of the delivery, which is the same in
 * every attempt.
 */
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
