package web

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/projections/bodies"
)

// TestPagesWhileAnAgentWorks checks that pages which read while an agent works get consistent states. Each answer
// belongs to one revision, and the bodies of a scene exist when the page asks for them.
func TestPagesWhileAnAgentWorks(t *testing.T) {
	p := house(t)
	const edits, pages = 12, 3
	var busy sync.WaitGroup
	done := make(chan struct{})
	busy.Go(func() {
		defer close(done)
		for i := range edits {
			p.do(agent(), "modify_parameter", map[string]any{"element_id": "W1", "parameter_name": "height",
				"value": 2500 + 10*i, "reasoning": fmt.Sprint("the ", i, "th try")})
		}
	})
	look := func() {
		s := p.scene("main", "")
		if len(s.Rows.IDs) != len(s.Rows.Names) || s.Revision > int64(s.Head) {
			t.Errorf("a scene of %d with %d names at %d of %d", len(s.Rows.IDs), len(s.Rows.Names), s.Revision, s.Head)
		}
		for _, c := range s.Chunks {
			if w := p.ask("GET", c.URL, nil); w.Code != http.StatusOK {
				t.Errorf("%s: %d", c.URL, w.Code)
			}
		}
		var d bodies.Delta
		p.get(p.branch("main")+"delta?from="+text(s.Head-1)+"&to="+text(s.Head), &d)
		if d.After.URL != "" && p.ask("GET", d.After.URL, nil).Code != http.StatusOK {
			t.Errorf("%s is gone", d.After.URL)
		}
		var line timelineData
		p.get(p.branch("main")+"timeline", &line)
		if last := line.Buckets[len(line.Buckets)-1]; last.Last != line.Head {
			t.Errorf("a history that ends at %d of %d", last.Last, line.Head)
		}
	}
	for range pages {
		busy.Go(func() {
			for {
				look()
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	busy.Wait()
}
