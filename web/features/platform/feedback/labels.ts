import { Angry, CalendarClock, Frown, Laugh, Meh, Smile } from 'lucide-react'
import type { Icon } from '../../../ui/icon.ts'
import { Ended, type Tone } from '../../../ui/Status.tsx'
import type { Feedback } from './types.ts'

export interface Rating {
  value: number
  label: string
  icon: Icon
}

/** Sorted from worst to best. */
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
  word: string
  tone: Tone
  icon?: Icon
}
export const statusFaces: Record<Feedback['status'], StatusDisplay> = {
  new: { word: 'New', tone: 'info' },
  seen: { word: 'Read', tone: 'neutral' },
  planned: { word: 'Planned', tone: 'info', icon: CalendarClock },
  done: { word: 'Done', tone: 'ok' },
  declined: { word: 'Declined', tone: 'neutral', icon: Ended },
}
export const statusOptions = Object.entries(statusFaces).map(([value, { word }]) => ({ value, label: word }))

export const feedbackLabels = {
  sent: 'Feedback sent. Thank you.',
  includeBrowser: 'Include browser details',
  exportCsv: 'Export CSV',
  ratingOnly: 'Rating only, no comment.',
  saveAndNext: 'Save and open next',
  reasonMissing: 'Enter the reason for declining.',
} as const
