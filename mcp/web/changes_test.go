package web

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/bodies"
)

// TestChangesHaveEveryEventOnce checks that pages of changes of any length contain every event of the branch once,
// newest first.
func TestChangesHaveEveryEventOnce(t *testing.T) {
	p := house(t)
	for _, limit := range []uint64{1, 7, 1000} {
		next, first := p.scene("main", "").Head+1, true
		for more := true; more; {
			var page changesData
			p.get(p.branch("main")+"changes?limit="+text(limit)+"&before="+text(next), &page)
			if first = false; len(page.Changes) == 0 {
				t.Fatalf("nothing before %d", next)
			}
			for _, c := range page.Changes {
				if c.Last != next-1 || c.First > c.Last || c.Created+c.Modified+c.Deleted != int(c.Last-c.First)+1 ||
					c.Tool == "" || c.User != "local" || c.CommandID == "" {
					t.Fatalf("before %d: %+v", next, c)
				}
				next = c.First
			}
			more = page.More
		}
		if next != 0 || first {
			t.Errorf("pages of %d end at %d", limit, next)
		}
	}
}

// TestTheTimelineCountsEveryEvent checks that a timeline has at most the requested number of buckets and still counts
// every event.
func TestTheTimelineCountsEveryEvent(t *testing.T) {
	p := house(t)
	head := int(p.scene("main", "").Head)
	for _, most := range []int{1, 10, 4000} {
		var line timelineData
		p.get(p.branch("main")+"timeline?buckets="+text(uint64(most)), &line)
		n, next := 0, uint64(0)
		for _, b := range line.Buckets {
			if b.First != next || b.To.Before(b.From) || !slices.Equal(b.Authors, []string{"local"}) {
				t.Errorf("%+v", b)
			}
			n, next = n+b.Created+b.Modified+b.Deleted, b.Last+1
		}
		if len(line.Buckets) > most || n != head+1 || int(next) != head+1 {
			t.Errorf("%d buckets of %d have %d events of %d", len(line.Buckets), most, n, head+1)
		}
	}
}

// TestTheTimelineHasMarks checks that forks, merges and tags appear as marks, and that a change by an agent names the
// agent and its reason. Later events appear at the next request.
func TestTheTimelineHasMarks(t *testing.T) {
	p := house(t)
	p.do(p.who, "tag_revision", map[string]any{"name": "Issue 1"})
	var before timelineData
	p.get(p.branch("main")+"timeline", &before)
	p.do(p.who, "create_branch", map[string]any{"name": "opt"})
	p.do(agent(), "modify_parameter", map[string]any{"branch": "opt", "element_id": "C1", "parameter_name": "name",
		"value": "Post", "reasoning": "as the engineer calls it"})
	p.do(p.who, "merge_branch", map[string]any{"source": "opt"})
	var line, opt timelineData
	p.get(p.branch("main")+"timeline", &line)
	p.get(p.branch("opt")+"timeline", &opt)
	if len(line.Marks) != 3 || line.Marks[0].Kind != "begin" ||
		line.Marks[1] != (mark{before.Head, "tag", "Issue 1"}) || line.Marks[2] != (mark{line.Head, "merge", "opt"}) {
		t.Errorf("the marks are %+v", line.Marks)
	}
	if len(opt.Marks) != 1 || opt.Marks[0] != (mark{0, "fork", "main"}) {
		t.Errorf("the marks of the branch are %+v", opt.Marks)
	}
	var page changesData
	p.get(p.branch("opt")+"changes?limit=1", &page)
	if c := page.Changes[0]; c.Agent != "drafter" || c.Reason != "as the engineer calls it" || len(c.IDs) != 1 {
		t.Errorf("the change of the agent is %+v", c)
	}
}

// TestAPageTellsWhatItsPersonMayRead checks that a person who may read only some categories of a model sees no other
// elements. The person also sees no history, because it covers the whole model.
func TestAPageTellsWhatItsPersonMayRead(t *testing.T) {
	p := house(t)
	all := p.scene("main", "")
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {Categories: []string{"wall"}}}
	some := p.scene("main", "")
	if len(some.Rows.IDs) == 0 || len(some.Rows.IDs) >= len(all.Rows.IDs) {
		t.Fatalf("%d of %d elements are told of", len(some.Rows.IDs), len(all.Rows.IDs))
	}
	for i, c := range some.Rows.Categories {
		if c != "wall" || some.Rows.Hosts[i] != "" {
			t.Errorf("%s %s of %s is told of", c, some.Rows.Names[i], some.Rows.Hosts[i])
		}
	}
	drawn := p.bodies(t, some)
	for id := range drawn {
		if !slices.Contains(some.Rows.IDs, id) {
			t.Errorf("the body of %s is given away", id)
		}
	}
	p.refused(403, "GET", p.branch("main")+"changes", nil)
	p.refused(403, "GET", p.branch("main")+"timeline", nil)
	var d bodies.Delta
	p.get(p.branch("main")+"delta?from=1&to=", &d)
	for _, c := range d.Changes {
		if c.Category != "wall" {
			t.Errorf("a difference names %s %s", c.Category, c.Name)
		}
	}
	p.refused(403, "GET", p.branch("main")+"picture.png", nil)
	p.who.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {BranchPatterns: []string{"opt*"}}}
	p.refused(404, "GET", p.branch("main")+"scene", nil)
	p.who = mcp.LocalHuman()
	p.who.ID = "somebody else"
	var models []modelData
	if p.get("/api/models", &models); len(models) != 0 {
		t.Errorf("somebody else sees %+v", models)
	}
	p.refused(404, "GET", p.branch("main")+"scene", nil)
}
