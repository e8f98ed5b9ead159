import { screens } from '../../web/features/platform/session/screens.ts'

export const screenLabel = (href: string): string => screens.find((screen) => screen.href === href)!.label
