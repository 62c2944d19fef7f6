package shape

// MaxUser bounds the name of a user, in bytes.
const MaxUser = 250
