package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestSchedulesArePaged checks that the pages of a long table with long names hold each line once, each page within the
// size of a reply.
func TestSchedulesArePaged(t *testing.T) {
	o := newOffice(t)
	const walls = 120
	for i := range walls {
		o.ok("create_wall",
			`{"level_id":"Ground","name":"%s","start":[0,%d],"end":[4000,%d],"height":2500,"thickness":200}`,
			fmt.Sprintf("%s%d", strings.Repeat("wall|", 40), i), 100000+i*1000, 100000+i*1000)
	}
	for _, format := range []string{"json", "markdown"} {
		total := o.ok("generate_schedule", `{"category":"wall","parameters":["mark"],"limit":1}`).at("total").number()
		lines, more := 0, ""
		for pages := 0; pages == 0 || more != ""; pages++ {
			e := o.call("generate_schedule",
				`{"category":"wall","parameters":["mark","name","NetVolume"],"limit":500,"format":"%s"%s}`,
				format, more)
			text, err := json.Marshal(e)
			if err != nil || !e.Success || len(text) > mcp.MaxEnvelopeBytes {
				t.Fatalf("%s: a page of %d bytes: %.300s (%v)", format, len(text), text, err)
			}
			var page struct {
				Data struct {
					Lines      []json.RawMessage `json:"lines"`
					Markdown   string            `json:"markdown"`
					NextCursor string            `json:"next_cursor"`
				} `json:"data"`
			}
			if err := json.Unmarshal(text, &page); err != nil {
				t.Fatal(err)
			}
			// title, blank, header and rule
			lines += len(page.Data.Lines) + max(0, strings.Count(page.Data.Markdown, "\n")-4)
			if more = page.Data.NextCursor; more != "" {
				more = `,"cursor":"` + more + `"`
			}
		}
		if lines != total || total < walls {
			t.Errorf("%s: %d lines on all pages, %d in all", format, lines, total)
		}
	}
}

func TestTablesRefuseWhatTheyDoNotKnow(t *testing.T) {
	o := newOffice(t)
	o.refused(state.OutOfRange, "generate_schedule", `{"category":"wall","parameters":["nothing"]}`)
	o.refused(state.InvalidInput, "generate_schedule",
		`{"category":"wall","filters":[{"field":"height","op":"gt","value":"1000"}]}`)
	o.refused(state.OutOfRange, "generate_schedule", `{"category":"wall","parameters":["layers"]}`)
	o.refused(state.OutOfRange, "generate_schedule", `{"category":"wall","parameters":["mark","mark"]}`)
	o.refused(state.OutOfRange, "generate_schedule", `{"template":"door","category":"wall"}`)
	o.ok("generate_schedule", `{"category":"beam"}`) // it has default columns
	o.refused(state.InvalidInput, "generate_schedule",
		`{"category":"wall","parameters":["mark"],"filters":[{"field":"height","op":"gt"}]}`)
	o.refused(state.InvalidInput, "generate_schedule",
		`{"category":"wall","parameters":["mark"],"filters":[{"field":"mark","op":"exists","value":true}]}`)
	o.refused(state.OutOfRange, "quantity_takeoff", `{"categories":["level"]}`)
	o.refused(state.InvalidInput, "export_table", `{}`)
	o.refused(state.PathNotAllowed, "export_table", `{"takeoff":{},"file_name":"../t.xlsx"}`)
	o.refused(state.OutOfRange, "export_table", `{"takeoff":{},"format":"csv","file_name":"t.xlsx"}`)
}
