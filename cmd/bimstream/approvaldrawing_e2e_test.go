//go:build linux

package main

import (
	"bytes"
	"database/sql"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// picture returns the picture in the reply of get_approval, and the description of the drawing.
func (g *governed) picture(id string, args arguments) (image.Image, []byte, plannedEcho) {
	g.t.Helper()
	var told struct {
		Drawing plannedEcho `json:"drawing"`
	}
	a := g.bot.must("get_approval", with(arguments{"approval_id": id, "drawing": true}, args), &told)
	if len(a.Images) != 1 {
		g.t.Fatalf("%d pictures: %s", len(a.Images), a.Text)
	}
	shown, err := png.Decode(bytes.NewReader(a.Images[0]))
	if err != nil {
		g.t.Fatal(err)
	}
	return shown, a.Images[0], told.Drawing
}

// plannedEcho is the description of a request's drawing in a reply.
type plannedEcho struct {
	LevelID string `json:"level_id"`
	Added   int    `json:"added"`
	Gone    int    `json:"gone"`
	Changed int    `json:"changed"`
	LeftOut int    `json:"left_out"`
	InReply bool   `json:"in_reply"`
	Missing string `json:"missing"`
}

// draw draws a request from the person's terminal, and returns the file and the printed words.
func (g *governed) draw(id, format string, words ...string) (file []byte, said string) {
	g.t.Helper()
	path := filepath.Join(g.t.TempDir(), "plan."+format)
	said = mustRun(g.t, append([]string{"approvals", "show", id, "--drawing", path, "--data", g.data}, words...)...)
	file, err := os.ReadFile(path)
	if err != nil {
		g.t.Fatal(err)
	}
	return file, said
}

// The colours of new, removed and changed elements in the drawing of a request, in the notation of SVG.
const (
	greenInk, redInk, blueInk = "#008038", "#d02020", "#1450d0"
)

// TestAPersonSeesWhatWouldBe checks that a request is shown as a plan before it is decided: removed elements in red,
// new ones in green, changed ones in blue. The plan is the same at the terminal and in the reply, over both transports.
func TestAPersonSeesWhatWouldBe(t *testing.T) {
	t.Parallel()
	for _, on := range transports {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			g := governedBy(t, on)
			g.deletionIsDrawn()
			g.mergeIsDrawn()
			g.batchIsDrawn()
			g.whatAPlanDoesNotShowIsOutlined()
		})
	}
}

func (g *governed) deletionIsDrawn() {
	g.t.Helper()
	id := g.asks("delete_element", arguments{"model_id": g.h.Model,
		"element_ids": []string{g.h.Door}, "reasoning": "r"})
	file, said := g.draw(id, "svg")
	if !bytes.Contains(file, []byte(redInk)) || !bytes.Contains(file, []byte(blueInk)) ||
		!strings.Contains(said, "2 removed (red), ") {
		g.t.Errorf("a door is deleted: %s\n%.2000s", said, file)
	}
	if again, _ := g.draw(id, "svg"); !bytes.Equal(again, file) {
		g.t.Error("the drawing is another one each time")
	}
	shown, raw, told := g.picture(id, nil)
	if red(shown) < 100 || told.Gone != 2 || told.Added != 0 || told.LevelID != g.h.Ground {
		g.t.Errorf("%d red pixels: %+v", red(shown), told)
	}
	if file, _ := g.draw(id, "png"); !bytes.Equal(file, raw) {
		g.t.Error("the terminal draws another picture than the tool")
	}
	for _, format := range []string{"pdf", "dxf"} {
		if file, _ := g.draw(id, format); len(file) < 1000 {
			g.t.Errorf("%s: %d bytes", format, len(file))
		}
	}
	_, other, told := g.picture(id, arguments{"level_id": g.h.First})
	if bytes.Equal(other, raw) || told.LevelID != g.h.First {
		g.t.Errorf("another level: %+v", told)
	}
	if a := g.bot.ask("get_approval", arguments{"approval_id": id, "drawing": true,
		"level_id": "none"}); a.code() != 1300 {
		g.t.Errorf("a level that is not there: %s", a.Text)
	}
	g.approve(id, "delete 2")
	if a := g.withApproval("delete_element", arguments{"model_id": g.h.Model, "element_ids": []string{g.h.Door},
		"reasoning": "r"}, id); !a.Success {
		g.t.Fatalf("%s", a.Text)
	}
	if after, _ := g.draw(id, "svg"); !bytes.Equal(after, file) {
		g.t.Error("once it was done the drawing shows something else than was approved")
	}
}

func (g *governed) mergeIsDrawn() {
	g.t.Helper()
	g.bot.do("create_branch", arguments{"model_id": g.h.Model, "name": "drawn", "reasoning": "r"})
	g.bot.do("create_wall", with(g.wall(0), arguments{"branch": "drawn"}))
	id := g.asks("merge_branch", arguments{"model_id": g.h.Model, "source": "drawn", "reasoning": "r"})
	file, said := g.draw(id, "svg")
	if !bytes.Contains(file, []byte(greenInk)) || !strings.Contains(said, "1 new (green), 0 removed") ||
		!strings.Contains(said, "volume 2.5 m3") {
		g.t.Errorf("a wall is merged: %s", said)
	}
}

func (g *governed) batchIsDrawn() {
	g.t.Helper()
	var steps []arguments
	for i := range 51 {
		args := g.wall(float64(2000 * i))
		delete(args, "model_id")
		delete(args, "reasoning")
		steps = append(steps, arguments{"tool": "create_wall", "args": args})
	}
	id := g.asks("apply_batch", arguments{"model_id": g.h.Model, "operations": steps, "reasoning": "r"})
	if _, _, told := g.picture(id, nil); told.Added != 51 || told.LeftOut != 0 {
		g.t.Errorf("51 walls: %+v", told)
	}
}

// whatAPlanDoesNotShowIsOutlined requests another height for a wall, which no plan shows, and checks the words that
// describe it.
func (g *governed) whatAPlanDoesNotShowIsOutlined() {
	g.t.Helper()
	g.bot = g.connect(principal(g.t, "asking", "agent", "ann", arguments{"dry_run_default": false,
		"requires_approval": []string{"element.modified", "model.info_set"}}))
	id := g.asks("modify_parameter", arguments{"model_id": g.h.Model,
		"element_id": g.h.Free, "parameter_name": "height",
		"value": 3000, "reasoning": "r"})
	file, said := g.draw(id, "svg")
	if !bytes.Contains(file, []byte(blueInk)) || !strings.Contains(said, "1 look different (blue)") ||
		!strings.Contains(said, "height 2800 -> 3000, volume 5.6 -> 6 m3") {
		g.t.Errorf("a wall is raised: %s", said)
	}
}

// TestAnImportIsDrawnAsFarAsItIsKept checks that the request of an import shows the first elements of the import, and
// how many it leaves out.
func TestAnImportIsDrawnAsFarAsItIsKept(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	folder, tower := t.TempDir(), t.TempDir()
	mustRun(t, "generate", "--data", tower, "--elements", "2000", "--storeys", "4")
	mustRun(t, "export", "--data", tower, filepath.Join(folder, "received.ifc"))
	who := principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false,
		"limits": arguments{"max_elements_per_operation": 5000}})
	bot, err := launch(t, environment(who), program(t), "mcp", "all", "--tools", "full", "--data", g.data,
		"--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bot.close)
	bot.must("create_model", arguments{"name": "Received", "reasoning": "r"}, nil)
	a := bot.ask("import_ifc", arguments{"file": "received.ifc", "model_id": "Received", "reasoning": "r"})
	id, _ := a.Error.Data["approval_id"].(string)
	file, said := g.draw(id, "svg")
	if !bytes.Contains(file, []byte(greenInk)) || !strings.Contains(said, "of the plan's events, beyond the 256 kB") {
		t.Errorf("an import: %s", said)
	}
	var list struct{ Total int }
	bot.must("query_elements", arguments{"model_id": "Received", "limit": 1}, &list)
	if list.Total > 2 {
		t.Errorf("asking for an import imports %d elements", list.Total)
	}
}

// TestAnOldRequestHasNoDrawing checks that a request of version 1, which stored no plan, is read and reports that it
// has no drawing.
func TestAnOldRequestHasNoDrawing(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	id := g.asks("delete_element", g.deletion())
	g.ann.close()
	g.bot.close()
	db, err := sql.Open("sqlite", filepath.Join(g.data, "bimstream.db"))
	if err != nil {
		t.Fatal(err)
	}
	rehashed("model.%.approvals", "schema = 2", `json_remove(data, '$.plan.kept'), schema = 1`)(t, db)
	// Plans and signed heads are newer than such a request.
	statements(`DELETE FROM events WHERE stream IN
		(SELECT id FROM streams WHERE name LIKE 'plan.%' OR name LIKE 'heads.%')`,
		`DELETE FROM streams WHERE name LIKE 'plan.%' OR name LIKE 'heads.%'`)(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if said := mustRun(t, "approvals", "show", id, "--data", g.data); !strings.Contains(said, "DELETED") ||
		strings.Contains(said, "--drawing") {
		t.Errorf("in words: %s", said)
	}
	said, err := detached(t, g.annIs, "approvals", "show", id, "--drawing", filepath.Join(t.TempDir(), "p.svg"),
		"--data", g.data)
	if err == nil || !strings.Contains(said, "kept nothing for a drawing") {
		t.Errorf("as a drawing: %v %s", err, said)
	}
	mustRun(t, "installation", "accept", "--data", g.data) // the heads that this installation signed are deleted
	mustRun(t, "verify", "--data", g.data)
}

// TestAPlanThatWasChangedIsNotDrawn checks that nobody is shown a plan that was changed in the store: the drawing is
// refused, and verify names the stream.
func TestAPlanThatWasChangedIsNotDrawn(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	id := g.asks("delete_element", g.deletion())
	g.ann.close()
	g.bot.close()
	db, err := sql.Open("sqlite", filepath.Join(g.data, "bimstream.db"))
	if err != nil {
		t.Fatal(err)
	}
	rehashed("plan.%", "1", `replace(data, '2800', '2801')`)(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	said, err := detached(t, g.annIs, "approvals", "show", id, "--drawing", filepath.Join(t.TempDir(), "p.svg"),
		"--data", g.data)
	if err == nil || !strings.Contains(said, "do not approve it") {
		t.Errorf("%v %s", err, said)
	}
	if said, err := detached(t, g.annIs, "verify", "--data", g.data); err == nil ||
		!strings.Contains(said, "plan.") || !strings.Contains(said, "not the events that a request") {
		t.Errorf("verify: %v %s", err, said)
	}
}

// TestARequestTellsABoundedReaderNoMore checks an agent whose scope of READ is bounded. Its own request must show it
// only elements that it may read, and no drawing of the surroundings.
func TestARequestTellsABoundedReaderNoMore(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	g.bot = g.connect(principal(t, "reader", "agent", "ann", arguments{"dry_run_default": false,
		"permissions": arguments{"READ": arguments{"categories": []string{"wall"}}, "CREATE": arguments{},
			"MODIFY": arguments{}, "DELETE": arguments{}}}))
	args := arguments{"model_id": g.h.Model, "element_ids": []string{g.h.South}, "reasoning": "r"}
	id := g.asks("delete_element", args)
	if a := g.bot.ask("delete_element", args); a.Error.Data["box"] != nil {
		t.Errorf("the extent of what it may not read: %s", a.Text)
	}
	var told struct {
		Affected []struct {
			Category string `json:"category"`
			Change   string `json:"change"`
		} `json:"affected"`
	}
	a := g.bot.must("get_approval", arguments{"approval_id": id}, &told)
	if len(told.Affected) == 0 || told.Affected[0].Change == "" {
		t.Errorf("its own walls: %s", a.Text)
	}
	for _, e := range told.Affected {
		if e.Category != "wall" {
			t.Errorf("it hears of a %s: %s", e.Category, a.Text)
		}
	}
	if a := g.bot.ask("get_approval", arguments{"approval_id": id, "drawing": true}); a.code() != 1200 ||
		len(a.Images) > 0 {
		t.Errorf("it sees the level: %s", a.Text)
	}
}
