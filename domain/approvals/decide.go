package approvals

import (
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// maxOpen is the maximum number of open requests of one requester. A person could not review more.
const maxOpen = 50

// Request decides on a request. If the same requester already has an open request for the same plan, it returns that
// approval instead of an event.
func (b *Book) Request(r Requested) (*Requested, *Approval, error) {
	open := 0
	for _, a := range b.All() {
		if a.Requester != r.Requester || !a.StatusAt(r.At).Open() {
			continue
		}
		if a.Plan.Arguments == r.Plan.Arguments && a.Same(r.Plan) && a.Policy == r.Policy {
			return nil, a, nil
		}
		open++
	}
	if open >= maxOpen {
		return nil, nil, state.Errorf(state.SessionLimitExceeded,
			"%d requests for approval are open: wait until a person has decided on some", open).
			With("limit", maxOpen).With("used", open)
	}
	return &r, nil, nil
}

// Decision is a person's answer to a request.
type Decision struct {
	ID    string
	By    Party
	Level Level
	// Plan is the hash of the plan that the person was shown.
	Plan string
	// Note explains a grant, Reason a rejection.
	Note, Reason   string
	Key, Signature string
	At             Instant
	Expires        Instant // when the grant lapses if it is unused
}

// Statement returns the text to sign. It contains everything that a grant is bound to.
func Statement(a *Approval) string {
	return strings.Join([]string{
		"bimstream approval", a.ID, a.Plan.SHA256, a.Plan.ModelID, a.Plan.Branch,
		strconv.FormatUint(a.Plan.Revision, 10), a.Plan.Head,
		a.Plan.Arguments, a.Policy, string(a.Requested.Expires),
	}, "\n")
}

// Grant decides on a person's agreement. The caller has checked that the person may approve and that any signature is
// valid.
func (b *Book) Grant(d Decision) (*Granted, error) {
	a, err := b.decidable(d)
	if err != nil {
		return nil, err
	}
	if a.Plan.SHA256 != d.Plan {
		return nil, state.Errorf(state.StaleApproval,
			"the plan that was shown is not the one that was requested: look at it again").With("approval_id", d.ID)
	}
	if !d.Level.Reaches(a.Requires.Level) {
		return nil, state.Errorf(state.PermissionDenied, "this takes an approval of level %s, and %q is %s",
			a.Requires.Level, d.By.ID, d.Level).
			With("approval_id", d.ID).With("level", a.Requires.Level)
	}
	for _, g := range a.Grants {
		if g.By.ID == d.By.ID {
			return nil, state.Errorf(state.AlreadyExists, "%q has approved this already: it takes %d persons",
				d.By.ID, a.Requires.Approvers).With("approval_id", d.ID)
		}
	}
	if err := checkSaid("note", d.Note); err != nil {
		return nil, err
	}
	return &Granted{ID: d.ID, By: d.By, Level: d.Level, Plan: d.Plan, Note: d.Note, Key: d.Key, Signature: d.Signature,
		At: d.At, Expires: d.Expires}, nil
}

// Reject decides on a rejection. It needs no level, because anyone who may approve may also reject.
func (b *Book) Reject(d Decision) (*Rejected, error) {
	a, err := b.decidable(d)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(d.Reason) == "" {
		return nil, state.Errorf(state.InvalidInput, "say why: the requester reads it").With("parameter", "reason")
	}
	if err := checkSaid("reason", d.Reason); err != nil {
		return nil, err
	}
	return &Rejected{ID: a.ID, By: d.By, Level: d.Level, Reason: d.Reason, At: d.At}, nil
}

// decidable returns the request of a decision if the request is open and this person may decide on it.
func (b *Book) decidable(d Decision) (*Approval, error) {
	a, ok := b.approvals[d.ID]
	switch {
	case !ok:
		return nil, missing(d.ID)
	case d.By.Kind != KindHuman:
		return nil, state.Errorf(state.PermissionDenied, "only a person decides on approvals, and %q is a %s",
			d.By.ID, d.By.Kind).With("approval_id", d.ID)
	case d.By.ID == a.Requester.ID:
		return nil, state.Errorf(state.PermissionDenied, "%q asked for this and cannot decide on it",
			d.By.ID).With("approval_id", d.ID)
	}
	if s := a.StatusAt(d.At); s != Pending {
		return nil, state.Errorf(state.IllegalState,
			"this request is %s and cannot be decided on any more; %s", s, a.inShort(d.At)).
			With("approval_id", d.ID).With("state", s).With("allowed", []string{string(Pending)})
	}
	return a, nil
}

// missing returns the error for a request that does not exist or that the caller may not see.
func missing(id string) error {
	return state.Errorf(state.NotFound, "there is no approval %q: list_approvals names yours",
		id).With("approval_id", id)
}

// Use is an execution that refers to a grant.
type Use struct {
	ID        string
	By        Party
	Plan      Plan // as decided now
	Policy    string
	CommandID string
	At        Instant
	// Revised is the event that submits the plan to a person again. It is used if the effect has changed
	// ([Approval.Same]).
	Revised *Revised
}

// Consume decides on the use of a grant. It returns one of three results: an event to append together with the events
// of the plan; an event that voids, expires or resubmits the request, to append by itself, with an error; or only an
// error.
func (b *Book) Consume(u Use) (Event, error) {
	a, ok := b.approvals[u.ID]
	if !ok || a.Requester != u.By {
		return nil, missing(u.ID)
	}
	switch a.StatusAt(u.At) {
	case Refused:
		return nil, refused(a, u.At)
	case Lapsed:
		return b.Lapse(a.ID, u.At), refused(a, u.At)
	case Used, Withdrew:
		return nil, state.Errorf(state.StaleApproval,
			"the approval is good no more: %s; nothing was changed; call without approval_id to ask anew",
			a.inShort(u.At)).
			With("approval_id", a.ID).With("status", a.Status)
	}
	if e := voided(a, u); e != nil {
		return e, stale(a, e)
	}
	if !a.Same(u.Plan) {
		return u.Revised, again(a, u.Revised)
	}
	if a.Status == Pending {
		return nil, state.Errorf(state.ApprovalRequired,
			"nobody has decided on this yet: nothing was changed; get_approval waits for it").
			With("approval_id", a.ID).With("expires", a.Expires)
	}
	return &Consumed{ID: a.ID, CommandID: u.CommandID, At: u.At}, nil
}

// Revise is for a plan that was computed anew because somebody looks at it, not to execute it. It returns the revision
// that a person has to decide on, or nil if the effect is unchanged.
func (b *Book) Revise(r *Revised) (*Revised, error) {
	a, ok := b.approvals[r.ID]
	switch {
	case !ok:
		return nil, missing(r.ID)
	case a.StatusAt(r.At) != Pending:
		return nil, state.Errorf(state.IllegalState,
			"this request is %s and cannot be decided on any more; %s", a.StatusAt(r.At), a.inShort(r.At)).
			With("approval_id", r.ID).With("state", a.StatusAt(r.At)).With("allowed", []string{string(Pending)})
	case a.Same(r.Plan):
		return nil, nil
	}
	return r, nil
}

// again returns the error for a caller that refers to a request whose effect has changed.
func again(a *Approval, r *Revised) error {
	return state.Errorf(state.ApprovalRequired,
		"nothing was changed: what this would do is not what was asked for any more (%s), so that the person is asked "+
			"again under the same approval_id. get_approval waits for the decision; then repeat the very same call",
		short(strings.Join(r.Changed, "; "), maxSaidInMessage)).
		With("approval_id", a.ID).With("changed", r.Changed).With("counts", r.Plan.Counts).
		With("expires", r.Expires)
}

// voided returns the event that voids a request, because another call refers to it or the policy changed. It returns
// nil while the request is valid.
func voided(a *Approval, u Use) *Voided {
	bound := a.Plan.Effect == "" // to the state of the branch
	var changed []string
	for _, c := range []struct {
		what string
		same bool
	}{
		{"arguments", a.Plan.Arguments == u.Plan.Arguments && a.Plan.Tool == u.Plan.Tool &&
			a.Plan.ModelID == u.Plan.ModelID && a.Plan.Branch == u.Plan.Branch},
		{"head", !bound || a.Plan.Head == u.Plan.Head && a.Plan.Revision == u.Plan.Revision},
		{"plan", !bound || a.Plan.SHA256 == u.Plan.SHA256},
		{"policy", a.Policy == u.Policy},
	} {
		if !c.same {
			changed = append(changed, c.what)
		}
	}
	if changed == nil {
		return nil
	}
	return &Voided{ID: a.ID, Changed: changed, At: u.At}
}

func stale(a *Approval, v *Voided) error {
	return state.Errorf(state.StaleApproval,
		"%s changed since the approval was requested, so that it is void: nothing was changed; call without "+
			"approval_id to ask anew", join(v.Changed)).
		With("approval_id", a.ID).With("changed", v.Changed)
}

func refused(a *Approval, now Instant) error {
	return state.Errorf(state.ApprovalRejected, "no approval: %s; nothing was changed", a.inShort(now)).
		With("approval_id", a.ID).With("reason", a.Reason(now)).With("status", a.StatusAt(now))
}

// Lapse returns the event that records the expiry of a request, or nil if it has not expired or that is already
// recorded.
func (b *Book) Lapse(id string, now Instant) Event {
	if a, ok := b.approvals[id]; ok && a.Status.Open() && a.StatusAt(now) == Lapsed {
		return &Expired{ID: id, At: now}
	}
	return nil
}
