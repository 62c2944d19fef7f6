package tools

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// judged is a state that is not stored, such as what a merge would come to. Checks look at it in place of the branch
// that they are asked about, and record nothing: their record would speak of a state that there never was.
type judged struct {
	view  *projections.View
	check *validation.Check // that was made of it
}

type judgedKey struct{}

// judging lets the checks that are called within a context look at a state.
func judging(ctx context.Context, j *judged) context.Context {
	return context.WithValue(ctx, judgedKey{}, j)
}

// judgedIn returns the state to look at, nil for what is stored.
func judgedIn(ctx context.Context) *judged {
	j, _ := ctx.Value(judgedKey{}).(*judged)
	return j
}

// stateKey names a state among checks that are made at the same time.
func stateKey(ctx context.Context, v *projections.View) string {
	key := fmt.Sprintf("%s %s %d %x", v.ModelID, v.Branch, v.Revision, v.Hash)
	for _, p := range v.Parts() {
		key += fmt.Sprintf(" %p", v.Model) + string(p.Link.ID)
	}
	if j := judgedIn(ctx); j != nil {
		key += fmt.Sprintf(" %p", j)
	}
	return key
}

// keeping returns the commit that records a check. A judged state keeps the check for who judges.
func (r *validations) keeping(ctx context.Context, model string, check *validation.Check,
	batches [][]eventstore.Event) func(context.Context, []eventstore.Append) (string, error) {
	if j := judgedIn(ctx); j != nil {
		j.check = check
		return nil
	}
	return r.recording(validation.Stream(model), batches)
}
