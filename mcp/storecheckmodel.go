package mcp

import (
	"crypto/ed25519"
	"encoding/hex"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

// point collects a state of a branch that an event names.
func (x *crossCheck) point(a at, model, branch string, revision uint64, hash, what string) {
	if hash != "" {
		x.points = append(x.points, statedPoint{a, projections.StreamName(model, branch), revision, hash, what})
	}
}

// tagged collects the tagged states.
func (x *crossCheck) tagged(model string) func(at, eventstore.Recorded) {
	return func(a at, r eventstore.Recorded) {
		e, _, err := projections.DecodeRecorded(r)
		if tag, ok := e.(*state.RevisionTagged); err == nil && ok {
			x.point(a, model, tag.At.Branch, uint64(tag.At.Revision), tag.At.Hash, "tag "+tag.Name)
		}
	}
}

// approved collects the states on which requests for approval were decided. It checks the signatures of decisions, and
// that no grant was used twice or without its decisions.
func (x *crossCheck) approved(model string) func(at, eventstore.Recorded) {
	book := approvals.NewBook()
	return func(a at, r eventstore.Recorded) {
		e, err := approvals.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			x.fault(a, projections.FaultForged, "it does not decode")
			return
		}
		switch e := e.(type) {
		case *approvals.Requested:
			x.point(a, model, e.Plan.Branch, e.Plan.Revision, e.Plan.Head, "a request for approval")
			x.requested(a, r, e.ID, e.Plan)
		case *approvals.Revised:
			x.point(a, model, e.Plan.Branch, e.Plan.Revision, e.Plan.Head, "a request for approval")
			if asked, ok := book.Approval(e.ID); !ok || !asked.Status.Open() || asked.Plan.SHA256 != e.Was {
				x.fault(a, projections.FaultForged, "it asks again for what is not asked for")
			}
			x.requested(a, r, e.ID, e.Plan)
		case *approvals.Granted:
			x.decided(a, book, e)
		case *approvals.Consumed:
			if asked, ok := book.Approval(e.ID); !ok || asked.Status != approvals.Given {
				x.fault(a, projections.FaultForged, "a grant is used that was not given, or was used before")
			}
		}
		book.Fold(e)
	}
}

// plannedAt is a stored plan with its place.
type plannedAt struct {
	at
	*approvals.Planned
}

// requested collects the plan of a request, and the event that stores it.
func (x *crossCheck) requested(a at, r eventstore.Recorded, id string, plan approvals.Plan) {
	x.asked[id] = append(x.asked[id], plan)
	meta, err := projections.DecodeMeta(r.Meta)
	if err == nil && plan.Kept != nil {
		x.named = append(x.named, reference{a, approving.PlannedID(meta.CommandID), "a request for approval"})
	}
}

// planned collects a stored plan.
func (x *crossCheck) planned(a at, r eventstore.Recorded) {
	e, err := approvals.Decode(r.Type, r.Schema, r.Data)
	planned, ok := e.(*approvals.Planned)
	if err != nil || !ok {
		x.fault(a, projections.FaultForged, "it does not decode")
		return
	}
	x.plans = append(x.plans, plannedAt{a, planned})
}

// judgePlans compares stored plans with the requests that people were asked about.
func (x *crossCheck) judgePlans() {
	for _, p := range x.plans {
		if !slices.ContainsFunc(x.asked[p.ID], p.Is) {
			x.fault(p.at, projections.FaultForged, "these are not the events that a request for approval was made with")
		}
	}
}

func (x *crossCheck) decided(a at, book *approvals.Book, g *approvals.Granted) {
	asked, ok := book.Approval(g.ID)
	switch {
	case !ok:
		x.fault(a, projections.FaultForged, "it decides on a request that there is not")
	case g.By.Kind != approvals.KindHuman || g.By.ID == asked.Requester.ID:
		x.fault(a, projections.FaultForged, "%s %q decides on a request of %q", g.By.Kind, g.By.ID, asked.Requester.ID)
	case g.Level == approvals.LevelKey:
		key, err := hex.DecodeString(g.Key)
		signature, failed := hex.DecodeString(g.Signature)
		if err != nil || failed != nil || len(key) != ed25519.PublicKeySize ||
			!ed25519.Verify(key, []byte(approvals.Statement(asked)), signature) {
			x.fault(a, projections.FaultForged, "the signature of the decision is not one of its key")
		}
	}
}

// attended recomputes the trees of sessions, and collects the changes that they name.
func (x *crossCheck) attended(string) func(at, eventstore.Recorded) {
	trail := sessionlog.NewTrail()
	return func(a at, r eventstore.Recorded) {
		e, err := sessions.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			x.fault(a, projections.FaultForged, "it does not decode")
			return
		}
		if !trail.Book.Takes(e) {
			x.fault(a, projections.FaultForged, "session %s takes no records: it was finalised, or there is none",
				e.Session())
		}
		switch e := e.(type) {
		case *sessions.ChangeRecorded:
			x.named = append(x.named, reference{a, e.EventID, "a session"})
		case *sessions.SessionFinalised:
			tree := trail.Tree(e.SessionID)
			if root, err := tree.Root(tree.Size()); err != nil ||
				hex.EncodeToString(root) != e.Root || tree.Size() != e.Records {
				x.fault(a, projections.FaultForged,
					"the session was finalised under the root of other records than it has")
			}
		}
		if err := trail.Note(r); err != nil {
			x.fault(a, projections.FaultForged, "%v", err)
		}
	}
}
