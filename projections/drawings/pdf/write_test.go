package pdf

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestTextsHaveAnySign checks that a text may have any character. One that the fonts lack is written as the replacement
// character.
func TestTextsHaveAnySign(t *testing.T) {
	for _, s := range []string{"plain", "Größe ½ m²", "家", "\U0001F3E0 house", "\U0010FFFF", "\x00"} {
		var with, without bytes.Buffer
		d := &paper.Drawing{Width: 210 * 1e6, Height: 297 * 1e6}
		if err := Write(t.Context(), &without, Document{Title: s, Author: s}, d); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		d.Add(paper.Item{Mark: paper.Text{String: s, Height: 2500}})
		err := Write(t.Context(), &with, Document{Title: s, Author: s}, d)
		if err != nil || with.Len() <= without.Len() {
			t.Errorf("%q: %d bytes, %d without the text: %v", s, with.Len(), without.Len(), err)
		}
	}
}

// TestWritingEndsWithItsContext checks that a document whose context has ended is not written.
func TestWritingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := &paper.Drawing{Width: 210 * 1e3, Height: 297 * 1e3}
	d.Add(paper.Item{Mark: paper.Text{String: "text", Height: 2500}})
	var out bytes.Buffer
	if err := Write(ctx, &out, Document{}, d); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
}
