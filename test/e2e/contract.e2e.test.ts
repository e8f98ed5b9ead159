import { browserClient } from '../contract/browserClient.ts'
import { stories } from '../contract/stories.ts'
import { tellStories } from '../contract/story.ts'

tellStories(stories, browserClient)
