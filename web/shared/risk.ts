type RiskBand = 'low' | 'medium' | 'high'

export const bandOf = (score: number): RiskBand => (score < 25 ? 'low' : score < 50 ? 'medium' : 'high')

export const bandLabels: Record<RiskBand, string> = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' }
