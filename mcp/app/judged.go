package app

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// Judged is a state that is not stored, such as what a merge would come to. Checks look at it in place of the branch
// that they are asked about, and record nothing: their record would speak of a state that there never was.
type Judged struct {
	View  *projections.View
	Check *validation.Check // that was made of it
}

type judgedKey struct{}

// Judging lets the checks that are called within a context look at a state.
func Judging(ctx context.Context, j *Judged) context.Context {
	return context.WithValue(ctx, judgedKey{}, j)
}

// JudgedIn returns the state to look at, nil for what is stored.
func JudgedIn(ctx context.Context) *Judged {
	j, _ := ctx.Value(judgedKey{}).(*Judged)
	return j
}

// StateKey names a state among checks that are made at the same time.
func StateKey(ctx context.Context, v *projections.View) string {
	key := fmt.Sprintf("%s %s %d %x", v.ModelID, v.Branch, v.Revision, v.Hash)
	for _, p := range v.Parts() {
		key += fmt.Sprintf(" %p", v.Model) + string(p.Link.ID)
	}
	if j := JudgedIn(ctx); j != nil {
		key += fmt.Sprintf(" %p", j)
	}
	return key
}
