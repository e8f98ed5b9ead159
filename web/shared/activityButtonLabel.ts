export const activityOf = (name: string): string => `Activity of ${name}`
