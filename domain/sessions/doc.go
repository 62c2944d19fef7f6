// Package sessions is the pure decider of the decision trail: sessions of work on a model, the thoughts that were
// recorded in them, and the changes that followed. It has no clock, no randomness and no IO: times are passed in as
// [approvals.Instant].
//
// The types are few. [Session] is a piece of work of one principal, [Thought] a record of its reasons before it acted,
// [Change] a change that it made during the session. [Book] holds all sessions of a model, and [Event] is a fact about
// a session. [Book.Start], [Book.Think], [Book.Change] and [Book.Finalise] decide; [Book.Fold] applies and never fails.
//
// A session is live until it is finalised or its lifetime ([LifetimeMS]) is over. A thought names a live session of its
// own principal, and a finalised session accepts no more records. The records of a session, in their order, are the
// leaves of a Merkle tree. The finalisation states the root of the tree (package projections/sessionlog).
package sessions
