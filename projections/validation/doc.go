// Package validation keeps the results of the checks of a model: every run with its findings, and the statuses that
// people give to findings. All of it is in one stream of the model, beside the streams of its branches, because a check
// changes no state.
//
// The few types: [Check] is the result that a tool hands in, [Check.Events] its stored form, [Log] reads the stream of
// a model, [Record] is the content of the stream, [Run] one check in it, [State] the status of a finding. Read event.go
// for what is stored, then fold.go for what follows from it.
//
// A finding is identified by its key, which the check derives from the elements in conflict and not from values. It is
// new when a run finds it first, and active once a later run finds it again. It is resolved when a run of the same
// test, on the same or a later revision, judged it and did not find it. It is new again when it comes back. The status
// that a person gives (reviewed, approved) stays until the finding is resolved. Runs of old revisions do not change
// findings that a run of a later revision, of any test, has judged, or to which a person gave a status at a later
// revision. A finding that a run could not judge stays as it is (unjudged.go), unless one of its elements is gone.
//
// Caveats: two tests with different parameters are separate tests, and neither resolves the findings of the other. A
// finding of both is resolved by either test if they judge by the same criteria and only check different elements;
// otherwise both must resolve it. Findings belong to one branch. A status given on a branch also counts on branches
// that it is merged into, or that are forked off it afterwards (taken.go). An approval with an end loses its effect at
// that time.
package validation
