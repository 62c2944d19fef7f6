package tools

import (
	"context"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

type verifyChain struct {
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty" jsonschema:"only this one; default all, and the model's other streams"`
}

type chainReport struct {
	ModelID string        `json:"model_id"`
	Intact  bool          `json:"intact"`
	Events  uint64        `json:"events"`
	Streams []streamCheck `json:"streams"`
}

type streamCheck struct {
	Stream string       `json:"stream"`
	Events uint64       `json:"events"`
	Head   string       `json:"head_hash" jsonschema:"keep it elsewhere: a chain cannot show that its end was cut off"`
	Faults []chainFault `json:"faults"`
}

type chainFault struct {
	Kind     projections.FaultKind `json:"kind"`
	Revision uint64                `json:"revision"`
	EventID  string                `json:"event_id,omitempty"`
	Reason   string                `json:"reason"`
}

// faultsShown caps the faults that are listed of one stream: where many are, the first ones tell.
const faultsShown = 50

// verifyChain works on models that do not fold any more: it looks at nothing but the events.
func (b *Backend) verifyChain(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a verifyChain
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, err := b.modelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := b.checkAccess(ctx, c, model); err != nil {
		return nil, err
	}
	var reports []projections.StreamReport
	if a.Branch == "" {
		reports, err = b.Live.VerifyModel(ctx, model)
	} else {
		var one projections.StreamReport
		one, err = b.Live.VerifyStream(ctx, projections.StreamName(model, a.Branch))
		reports = []projections.StreamReport{one}
	}
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: chainReportOf(model, reports)}, nil
}

func chainReportOf(model string, reports []projections.StreamReport) chainReport {
	out := chainReport{ModelID: model, Intact: true, Streams: []streamCheck{}}
	for _, r := range reports {
		check := streamCheck{Stream: r.Stream, Events: r.Events, Head: hexOf(r.Head), Faults: []chainFault{}}
		for i, f := range r.Faults {
			if i < faultsShown {
				check.Faults = append(check.Faults, chainFault(f))
			}
			out.Intact = false
		}
		out.Events += r.Events
		out.Streams = append(out.Streams, check)
	}
	return out
}
