import { actionOf, type Message } from './message.ts'

/**
 * A message of Slack's Block Kit. What people typed stands in `plain_text`, where nothing is markup; only the line that notifications show
 * is read for it, and is escaped. Its button is a link: nothing is decided in a chat.
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
      { type: 'context', elements: [plain(`${label} · ${inWords(at)}`, 300)] },
      { type: 'actions', elements: [{ type: 'button', text: plain(actionOf(message), 75), url: link }] },
    ],
  }
}

/** An Adaptive Card as the Workflows of Teams take it. Runs of text, unlike text blocks, know no Markdown. */
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
            run(`${label} · ${inWords(at)}`, { size: 'Small', isSubtle: true }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: actionOf(message), url: link }],
        },
      },
    ],
  }
}

const run = (text: string, look: object = {}) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] })

const plain = (text: string, longest: number) => ({ type: 'plain_text', text: cut(text, longest), emoji: false })

/** Slack counts characters and refuses the whole message when there are too many. */
function cut(text: string, longest: number): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}

/** Escaped as Slack asks, and without what formats or mentions. */
const mrkdwn = (text: string) =>
  text
    .replace(/[*_~`@#]/g, (character) => `${character}\u2060`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

const inWords = (at: Date) =>
  at.toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' })
