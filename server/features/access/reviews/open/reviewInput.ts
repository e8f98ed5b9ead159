export interface ReviewInput {
  reviewId: string
}
