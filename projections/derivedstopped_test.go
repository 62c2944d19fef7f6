package projections

import (
	"context"
	"errors"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
)

// endingContext is a context that ends after a number of queries.
type endingContext struct {
	context.Context
	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A decision whose caller no longer waits ends with the context's error, and the view answers as before.
func TestADecisionEndsWithItsContext(t *testing.T) {
	v := EmptyView("m", MainBranch)
	create := changing.Command{ID: "00000000-0000-4000-8000-000000000001", Do: changing.CreateModel{ID: "m", Name: "M"}}
	whole := &endingContext{t.Context(), 1 << 40}
	if _, err := v.DecideUntil(whole, create); err != nil {
		t.Fatal(err)
	}
	asked := 1<<40 - whole.left
	if asked == 0 {
		t.Fatal("the context was not asked")
	}
	for most := range asked {
		ctx := &endingContext{t.Context(), most}
		if d, err := v.DecideUntil(ctx, create); !errors.Is(err, context.Canceled) || d.After != nil {
			t.Errorf("at look %d of %d: %v", most, asked, err)
		}
	}
	if _, err := v.DecideUntil(t.Context(), create); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
