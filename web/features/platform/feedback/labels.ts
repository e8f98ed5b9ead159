import { Angry, CalendarClock, Frown, Laugh, Meh, Smile } from 'lucide-react'
import { formatNumber } from '../../../ui/format.ts'
import type { Icon } from '../../../ui/icon.ts'
import { EndedIcon, type Tone } from '../../../ui/Status.tsx'
import type { Feedback, PictureFacts, PictureType } from './types.ts'

interface Rating {
  value: number
  label: string
  icon: Icon
}

export const ratings: readonly Rating[] = [
  { value: 1, label: 'Poor', icon: Angry },
  { value: 2, label: 'Weak', icon: Frown },
  { value: 3, label: 'Fair', icon: Meh },
  { value: 4, label: 'Good', icon: Smile },
  { value: 5, label: 'Great', icon: Laugh },
]
export const ratingOf = (value: number): Rating => ratings[value - 1] ?? ratings[2]!

export const categoryLabels: Record<Feedback['category'], string> = {
  idea: 'Idea',
  problem: 'Problem',
  praise: 'Praise',
  question: 'Question',
}

interface StatusDisplay {
  label: string
  tone: Tone
  icon?: Icon
}
export const feedbackStatusDisplays: Record<Feedback['status'], StatusDisplay> = {
  new: { label: 'New', tone: 'info' },
  seen: { label: 'Read', tone: 'neutral' },
  planned: { label: 'Planned', tone: 'info', icon: CalendarClock },
  done: { label: 'Done', tone: 'ok' },
  declined: { label: 'Declined', tone: 'neutral', icon: EndedIcon },
}
export const statusOptions = Object.entries(feedbackStatusDisplays).map(([value, { label }]) => ({ value, label }))

export const pictureTypeLabels: Record<PictureType, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
}

export const pictureLabels = {
  title: 'Picture',
  choose: 'Choose a file',
  replace: 'Choose another file',
  remove: 'Remove',
  removeNamed: 'Remove the picture',
  hint: 'You can also paste or drop a picture here.',
  preparing: 'Preparing the picture…',
  attached: 'Picture attached. Nothing is sent yet.',
  removed: 'Picture removed',
  preview: 'Preview of your picture',
  warning: 'The picture can show data of other people. Administrators and auditors can see it.',
  wrongType: 'This file isn’t a PNG, JPEG or WebP picture. Choose another file.',
  tooLarge: 'This picture is larger than 1 MB, even after we scaled it down. Crop it and try again.',
  facts: ({ mediaType, width, height, size }: PictureFacts) =>
    `${pictureTypeLabels[mediaType]}, ${formatNumber(width)} × ${formatNumber(height)} pixels, ${formatNumber(Math.ceil(size / 1_000))} kB`,
  sentWith: (reference: string) => `Picture sent with ${reference}`,
  openFullSize: 'Open in full size',
} as const

export const sendLabels = {
  title: 'Feedback to send',
  send: 'Send',
  selectRating: 'Select a rating',
  ratingMissing: 'Select a rating before you send the feedback.',
  commentTooLong: 'Shorten your comment to 2,000 characters.',
  rating: 'Rating',
  comment: 'Comment',
  kind: 'Kind',
  screen: 'Screen',
  browser: 'Browser',
  none: 'None',
  notIncluded: 'Not included',
} as const

export const feedbackLabels = {
  denied: 'Only administrators and auditors can see all feedback. Your feedback is under “My feedback”.',
  comment: 'What works, what doesn’t, and what is missing?',
  rate: ({ value, label }: Pick<Rating, 'value' | 'label'>) => `${value} of ${ratings.length}: ${label}`,
  status: 'Status',
  commentFor: (person: string) => `Comment for ${person}`,
  sent: 'Feedback sent. Thank you.',
  includeBrowser: 'Include browser details',
  exportCsv: 'Export CSV',
  ratingOnly: 'Rating only, no comment.',
  saveAndNext: 'Save and open next',
  reasonMissing: 'Enter the reason for declining.',
  first: 'This is the first item.',
  last: 'This is the last item.',
  loading: 'Loading…',
  notListed: 'This item isn’t on the current page of the list.',
} as const
