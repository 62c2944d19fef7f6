// Package validation keeps what the checks of a model found: every run with its findings, and what people said of a
// finding. All of it is in one stream of the model, beside those of its branches: a check changes no state.
//
// The few types: [Check] is what a tool hands in, [Check.Events] its stored form, [Log] reads the stream of a model,
// [Record] is what the stream says, [Run] one check in it, [State] what has become of a finding. Read event.go for what
// is stored, then fold.go for what follows from it.
//
// A finding lives by its key, which the check derives from what is in conflict and not from values. It is new when a
// run finds it first, active once a later run finds it again, resolved when a run of the same test on the same or a
// later revision judged it and does not find it any more, and new again when it comes back. What a person says of it
// (reviewed, approved) stays until it is resolved. Runs of the past tell nothing of the present: neither of what a run
// of a later revision judged, of whatever test, nor of what somebody said at one. What a run could not judge stays as
// it is (unjudged.go), unless an element that it is about is gone.
//
// Caveats: two tests with other parameters are other tests, and neither resolves what the other one found; what both
// found is resolved by either where they judge by the same criteria and only look elsewhere, and once both say so where
// they do not. Findings of one branch are not those of another one; what was said of them on a branch counts on those
// that it is merged into or that are forked off it then (taken.go). Who approves until a time approves no longer.
package validation
