package app

import (
	"context"
	"fmt"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// Judged is a state that is not stored, such as the result of a possible merge. Checks examine it in place of the
// stored branch and record nothing, because the state never existed.
type Judged struct {
	View  *projections.View
	Check *validation.Check // made of View
}

type judgedKey struct{}

// Judging returns a context in which checks examine j instead of the stored state.
func Judging(ctx context.Context, j *Judged) context.Context {
	return context.WithValue(ctx, judgedKey{}, j)
}

// JudgedIn returns the state that checks examine instead of the stored one; nil if there is none.
func JudgedIn(ctx context.Context) *Judged {
	j, _ := ctx.Value(judgedKey{}).(*Judged)
	return j
}

// StateKey returns a key that identifies a state among concurrent checks.
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
