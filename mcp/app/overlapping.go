package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/approving"
)

// RequestOverlap is an open request for approval that affects elements which a branch or another open request also
// changes.
type RequestOverlap struct {
	ApprovalID string     `json:"approval_id"`
	Requester  string     `json:"requester"`
	On         string     `json:"on"`          // the branch that the request would change
	Branch     string     `json:"branch"`      // the branch that changes them too, or that of the other request
	OtherID    string     `json:"other_id"`    // id of the other request; "" for a branch
	OtherBy    string     `json:"other_by"`    // requester of the other request
	Elements   int        `json:"elements"`    // number of elements that both change
	First      []state.ID `json:"element_ids"` // the first of them
}

// RequestOverlaps returns, for each open request, the elements that the named branches or other open requests also
// change. The result has the order of the requests. The branch that a request would merge is not counted.
func (b *Backend) RequestOverlaps(ctx context.Context, model string, names []string,
	asked []*approvals.Approval) ([]RequestOverlap, error) {
	if len(names) > overlapsAmong || len(asked) > overlapsAmong {
		return nil, nil
	}
	out, reached := []RequestOverlap{}, make([]map[state.ID]bool, len(asked))
	for i, a := range asked {
		reached[i] = b.Approvals().Changing(ctx, a)
	}
	for i, a := range asked {
		merged, err := b.mergedBy(ctx, a)
		if err != nil {
			return nil, err
		}
		beside, err := b.Live.WorkBeside(ctx, model, a.Plan.Branch)
		if err != nil {
			return nil, err
		}
		for _, other := range beside {
			if slices.Contains(names, other.Branch) && other.Branch != merged {
				out = appendOverlap(out, a, RequestOverlap{Branch: other.Branch}, reached[i], other.Touched)
			}
		}
		for j, other := range asked {
			if j != i {
				out = appendOverlap(out, a, RequestOverlap{Branch: other.Plan.Branch, OtherID: other.ID,
					OtherBy: other.Requester.ID}, reached[i], reached[j])
			}
		}
	}
	return out, nil
}

func appendOverlap(out []RequestOverlap, a *approvals.Approval, o RequestOverlap,
	mine, theirs map[state.ID]bool) []RequestOverlap {
	for id := range mine {
		if theirs[id] {
			o.First = append(o.First, id)
		}
	}
	if len(o.First) == 0 {
		return out
	}
	slices.Sort(o.First)
	o.ApprovalID, o.Requester, o.On, o.Elements = a.ID, a.Requester.ID, a.Plan.Branch, len(o.First)
	o.First = o.First[:min(len(o.First), besideNamed)]
	return append(out, o)
}

// mergedBy returns the branch that a request would merge, or "" for any other request.
func (b *Backend) mergedBy(ctx context.Context, a *approvals.Approval) (string, error) {
	if !slices.Contains(a.Plan.Classes, approvals.ClassMerge) {
		return "", nil
	}
	planned, err := approving.Planned(ctx, b.Store, a)
	if err != nil {
		return "", err
	}
	var call struct {
		Source string `json:"source"`
	}
	arguments := approving.Arguments(planned)
	if arguments == nil {
		return "", nil
	}
	if err := json.Unmarshal(arguments, &call); err != nil {
		return "", fmt.Errorf("read the call of a request: %w", err)
	}
	return call.Source, nil
}
