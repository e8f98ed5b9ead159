import { actionOf, type Message } from './message.ts'

/**
 * A message in Slack's Block Kit. User input is in `plain_text`, which has no markup; only the line for push notifications is parsed, so it
 * is escaped. The button is a link: decisions are made in Slipway only.
 */
export function slackMessage(message: Message): object {
  const { label, title, body, link, at } = message
  return {
    text: mrkdwn(title).slice(0, 3_000),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title, 150) },
      ...(body ? [{ type: 'section', text: plain(body, 2_900) }] : []),
      { type: 'context', elements: [plain(`${label} · ${toText(at)}`, 300)] },
      { type: 'actions', elements: [{ type: 'button', text: plain(actionOf(message), 75), url: link }] },
    ],
  }
}

/** An Adaptive Card for Workflows in Teams. Text runs, unlike text blocks, have no Markdown. */
export function teamsMessage(message: Message): object {
  const { label, title, body, link, at } = message
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          fallbackText: 'A message from Slipway. Open the portal to read it.',
          body: [
            run(cut(title, 300), { size: 'Medium', weight: 'Bolder' }),
            ...(body ? [run(cut(body, 2_900))] : []),
            run(`${label} · ${toText(at)}`, { size: 'Small', isSubtle: true }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: actionOf(message), url: link }],
        },
      },
    ],
  }
}

const run = (text: string, look: object = {}) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] })

const plain = (text: string, longest: number) => ({ type: 'plain_text', text: cut(text, longest), emoji: false })

/** Slack rejects the whole message if a text is too long. */
function cut(text: string, longest: number): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}

/** Escapes text as Slack requires, and disables formatting and mentions. */
const mrkdwn = (text: string) =>
  text
    .replace(/[*_~`@#]/g, (character) => `${character}\u2060`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

const toText = (at: Date) =>
  at.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' })
