"""What a person looks at: layouts as text and pictures."""
