package tools

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/bcf"
)

// elsewhere acts as another program: it reads an archive, changes it and writes it.
func elsewhere(t *testing.T, path string, change func(a *bcf.Archive)) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 {
		t.Fatalf("%s: %v, %v", path, err, faults)
	}
	change(a)
	var out bytes.Buffer
	if err := bcf.Write(&out, a, a.Version); err != nil {
		t.Fatal(err)
	}
	back := filepath.Join(filepath.Dir(path), "back.bcf")
	if err := os.WriteFile(back, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return back
}

// TestTasksComeBackFromElsewhere sends tasks to a consultant and back. Exactly the changes of the consultant must be
// applied.
func TestTasksComeBackFromElsewhere(t *testing.T) {
	for _, version := range []string{"2.1", "3.0"} {
		o := newOffice(t)
		o.id["first"] = o.ok("add_task", `{"title":"Check the load on the south wall","description":"two\nlines","element_ids":["$south"],"priority":"critical","labels":["b","a"],
			"assignee":"bo","due":"2026-06-01","stage":"design","links":[{"url":"https://example.org/a"}]}`).
			at("task_id").
			text()
		o.id["second"] = o.ok("add_task",
			`{"title":"Order the door","depends_on":["$first"],"task_type":"Request"}`).at("task_id").text()
		o.ok("update_task", `{"task_id":"$first","status":"in_progress","comment":"I look at it"}`)
		out := o.ok("export_bcf", `{"task_ids":["$first","Order the door"],"version":"%s","file_name":"out.bcf"}`,
			version)
		if again := o.ok("export_bcf", `{"all_tasks":true,"version":"%s","file_name":"out.bcf"}`,
			version); again.at("sha256").text() != out.at("sha256").text() {
			t.Errorf("%s: the same tasks make other bytes", version)
		}
		same := o.ok("import_bcf", `{"file":"out.bcf"}`)
		if same.at("same").number() != 2 || same.at("topics").len() != 0 {
			t.Fatalf("%s: what was not touched: %s", version, same.written())
		}
		if again := o.ok("export_bcf", `{"all_tasks":true,"version":"%s","file_name":"out.bcf"}`,
			version); again.at("sha256").text() != out.at("sha256").text() {
			t.Errorf("%s: after reading its own file the tasks make other bytes", version)
		}
		elsewhere(t, out.at("path").text(), func(a *bcf.Archive) {
			for i := range a.Topics {
				topic := &a.Topics[i]
				if topic.GUID != o.id["first"] {
					continue
				}
				if topic.Status != "In Progress" || topic.Priority != "Critical" || len(topic.Viewpoints) != 1 ||
					topic.Viewpoints[0].Selection[0].IfcGUID != ifc.GlobalID(state.ID(o.id["south"])) ||
					len(topic.Viewpoints[0].Snapshot) == 0 {
					t.Errorf("%s: the topic says %+v", version, topic)
				}
				topic.Status, topic.Modified, topic.ModifiedBy = "Closed",
					time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC), "eve@consult"
				topic.Comments = append(topic.Comments,
					bcf.Comment{GUID: bcf.DerivedGUID("eve"), Date: topic.Modified, Author: "eve@consult",
						Text: "it holds", Viewpoint: topic.Viewpoints[0].GUID})
			}
		})
		dry := o.ok("import_bcf", `{"file":"back.bcf","dry_run":true}`)
		back := o.ok("import_bcf", `{"file":"back.bcf"}`)
		if dry.at("updated").number() != 1 || back.at("updated").number() != 1 || back.at("same").number() != 1 ||
			back.at("topics", 0, "fields").written() != `["status"]` ||
			back.at("topics", 0, "comments").number() != 1 || back.at("topics", 0, "viewpoints").value != nil {
			t.Errorf("%s: came back: %s", version, back.written())
		}
		detail := o.ok("get_task", `{"task_id":"$first"}`)
		if detail.at("status").text() != "completed" || detail.at("said", 1, "text").text() != "it holds" ||
			detail.at("said", 1, "author").value != nil || detail.at("said", 1, "brought_by").text() != "local" ||
			detail.at("said", 1, "claimed_author").text() != "eve@consult" ||
			detail.at("said", 1, "source", "file").text() != "back.bcf" ||
			len(detail.at("said", 1, "source", "sha256").text()) != 64 ||
			detail.at("said", 0, "claimed_author").value != nil ||
			!strings.HasPrefix(detail.at("said", 1, "at").text(), "2026-05-20") ||
			detail.at("description").text() != "two\nlines" {
			t.Errorf("%s: the task: %s", version, detail.written())
		}
		if again := o.ok("import_bcf", `{"file":"back.bcf"}`); again.at("same").number() != 2 ||
			again.at("events").len() != 0 {
			t.Errorf("%s: a second time: %s", version, again.written())
		}
	}
}

// TestWhoAFileSaysSpokeIsNotWhoSpoke imports comments and a topic whose claimed author is the principal who reads them.
func TestWhoAFileSaysSpokeIsNotWhoSpoke(t *testing.T) {
	o := newOffice(t)
	o.ok("add_task", `{"title":"Ours"}`)
	out := o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true,"file_name":"out.bcf"}`)
	elsewhere(t, out.at("path").text(), func(a *bcf.Archive) {
		forged := a.Topics[0]
		forged.GUID, forged.Title, forged.Author = bcf.DerivedGUID("forged"), "Pull down the wall", "Local"
		forged.Comments = nil
		for _, name := range []string{"local", "LOCAL", "l\u03bfcal", "eve@consult"} {
			forged.Comments = append(forged.Comments, bcf.Comment{GUID: bcf.DerivedGUID(name), Date: forged.Created,
				Author: name, Text: "approved by me"})
		}
		a.Topics = append(a.Topics, forged)
	})
	o.ok("import_bcf", `{"file":"back.bcf"}`)
	task := o.ok("get_task", `{"task_id":"Pull down the wall"}`)
	if task.at("topic", "claimed_author").text() != "Local" || task.at("topic", "source", "file").text() != "back.bcf" {
		t.Errorf("the topic: %s", task.written())
	}
	for i, name := range []string{"local", "LOCAL", "l\u03bfcal", "eve@consult"} {
		if c := task.at("said", i); c.at("claimed_author").text() != name || c.at("author").value != nil {
			t.Errorf("a comment by %q, as the file says: %s", name, c.written())
		}
	}
	out = o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true,"file_name":"again.bcf"}`)
	elsewhere(t, out.at("path").text(), func(a *bcf.Archive) {
		topic := a.Topics[slices.IndexFunc(a.Topics, func(t bcf.Topic) bool { return t.Title != "Ours" })]
		said := []string{topic.Author}
		for _, c := range topic.Comments {
			said = append(said, c.Author)
		}
		if got, want := strings.Join(said, ", "), "Local (claimed), local (claimed), LOCAL (claimed), "+
			"l\u03bfcal (claimed), eve@consult"; got != want {
			t.Errorf("exported as by %s, expected %s", got, want)
		}
	})
	if again := o.ok("import_bcf", `{"file":"again.bcf"}`); again.at("same").number() != 2 {
		t.Errorf("our own file brings changes: %s", again.written())
	}
}

// TestBothSidesChangedATopic checks that a field changed on both sides is reported until somebody decides, and that a
// field changed on one side is merged meanwhile.
func TestBothSidesChangedATopic(t *testing.T) {
	o := newOffice(t)
	o.id["task"] = o.ok("add_task", `{"title":"Lintel","description":"ours","due":"2026-06-01"}`).at("task_id").text()
	out := o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true,"file_name":"out.bcf"}`)
	elsewhere(t, out.at("path").text(), func(a *bcf.Archive) {
		a.Topics[0].Title, a.Topics[0].Priority, a.Topics[0].Labels = "Lintel of the door", "Urgent", []string{"steel"}
	})
	o.ok("update_task", `{"task_id":"$task","title":"Lintel W1","description":"ours, longer","comment":"meanwhile"}`)
	in := o.ok("import_bcf", `{"file":"back.bcf"}`)
	conflict := in.at("topics", 0, "conflicts", 0)
	if in.at("conflicts").number() != 1 || conflict.at("field").text() != "title" ||
		conflict.at("base").text() != "Lintel" || conflict.at("ours").text() != "Lintel W1" ||
		conflict.at("theirs").text() != "Lintel of the door" {
		t.Fatalf("conflicts: %s", in.written())
	}
	d := o.ok("get_task", `{"task_id":"$task"}`)
	if d.at("title").text() != "Lintel W1" || d.at("description").text() != "ours, longer" ||
		d.at("priority").text() != "critical" || d.at("labels", 0).text() != "steel" {
		t.Errorf("merged: %s", d.written())
	}
	if again := o.ok("import_bcf", `{"file":"back.bcf"}`); again.at("conflicts").number() != 1 ||
		again.at("same").number() != 1 {
		t.Errorf("nobody has decided: %s", again.written())
	}
	o.ok("import_bcf", `{"file":"back.bcf","on_conflict":"ours"}`)
	if again := o.ok("import_bcf", `{"file":"back.bcf"}`); again.at("conflicts").number() != 0 ||
		again.at("updated").number() != 0 {
		t.Errorf("it was decided: %s", again.written())
	}
	elsewhere(t, o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true,"file_name":"out.bcf"}`).at("path").text(),
		func(a *bcf.Archive) {
			if a.Topics[0].Title != "Lintel W1" || a.Topics[0].Priority != "Urgent" || len(a.Topics[0].Comments) != 1 {
				t.Errorf("what goes out: %+v", a.Topics[0])
			}
			a.Topics[0].Description = "theirs"
		})
	o.ok("update_task", `{"task_id":"$task","description":"ours again"}`)
	if in := o.ok("import_bcf", `{"file":"back.bcf","on_conflict":"theirs"}`); in.at("topics", 0, "conflicts", 0,
		"taken").text() != "theirs" {
		t.Errorf("theirs: %s", in.written())
	}
	if o.ok("get_task", `{"task_id":"$task"}`).at("description").text() != "theirs" {
		t.Error("theirs was not taken")
	}
}

// strange returns an archive with much content that tasks have no field for.
func strange(t *testing.T, o *office, version bcf.Version) (string, *bcf.Archive) {
	t.Helper()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	picture := []byte("\x89PNG\r\n\x1a\n picture")
	wall := bcf.Component{IfcGUID: ifc.GlobalID(state.ID(o.id["south"])), OriginatingSystem: "Other"}
	view := bcf.Viewpoint{GUID: bcf.DerivedGUID("v"), Selection: []bcf.Component{wall,
		{IfcGUID: "0LV8Pid0X3IA3jJLVDPidY"}}, Snapshot: picture,
		Camera: &bcf.Camera{Eye: bcf.Point{X: 1}, Direction: bcf.Point{Y: 1}, Up: bcf.Point{Z: 1}, Height: 12,
			Aspect: 2}, Visibility: bcf.Visibility{Exceptions: []bcf.Component{wall}},
		Colouring: []bcf.Colouring{{Colour: "FF00FF00", Components: []bcf.Component{wall}}},
		Lines:     []bcf.Line{{End: bcf.Point{X: 3}}},
		Clipping:  []bcf.ClippingPlane{{Direction: bcf.Point{Z: 1}}},
		Bitmaps:   []bcf.Bitmap{{Data: picture, Normal: bcf.Point{Z: 1}, Up: bcf.Point{Y: 1}, Height: 2}}}
	document := bcf.Document{GUID: bcf.DerivedGUID("d"), Filename: "plan.pdf", Data: []byte("%PDF")}
	a := &bcf.Archive{Project: bcf.Project{ID: "p", Name: "P"},
		Documents: []bcf.Document{document}, Topics: []bcf.Topic{{
			GUID: bcf.DerivedGUID("t"), Type: "Request", Status: "Waiting for client",
			Title: strings.Repeat("long ", 60) + "end", Priority: "on hold", Author: "eve", Created: at,
			Modified: at.Add(time.Hour), ModifiedBy: "max",
			Due: at.Add(30 * time.Hour), Labels: []string{"zeta", "alpha"},
			ReferenceLinks: []string{`\\server\share\a.dwg`, "https://example.org/x"}, Stage: "S2",
			AssignedTo: "max@example.org",
			Files: []bcf.HeaderFile{{IfcProject: "2LV8Pid0X3IA3jJLVDPidY", External: true, Filename: "other.ifc",
				Date: at}}, Snippet: &bcf.Snippet{Type: "json", Schema: "https://example.org/s",
				Reference: "s.json", Data: []byte("{}")},
			Documents: []bcf.DocumentReference{{GUID: bcf.DerivedGUID("r"), Document: document.GUID},
				{GUID: bcf.DerivedGUID("r2"), URL: "https://example.org"}}, Related: []string{bcf.DerivedGUID("t2")},
			Comments: []bcf.Comment{{GUID: bcf.DerivedGUID("c"), Date: at, Author: "max", Text: "see",
				Viewpoint: view.GUID, Modified: at.Add(time.Minute), ModifiedBy: "max"},
				{GUID: bcf.DerivedGUID("c2"), Date: at, Author: "eve", Viewpoint: view.GUID}},
			Viewpoints: []bcf.Viewpoint{view},
		}, {GUID: bcf.DerivedGUID("t2"), Type: "Remark", Status: "Closed", Title: "bare", Created: at, Author: "eve"}}}
	if version == bcf.V21 {
		a.Topics[0].Viewpoints[0].Camera.Aspect = 0
	}
	var out bytes.Buffer
	if err := bcf.Write(&out, a, version); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.out, "strange.bcf")
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	read, _, err := bcf.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return path, read
}

// TestForeignTopicsGoOutAsTheyCame checks that a file of another program is imported and exported with equal content,
// including content that tasks have no field for. A change here changes only its field.
func TestForeignTopicsGoOutAsTheyCame(t *testing.T) {
	for _, version := range []bcf.Version{bcf.V21, bcf.V30} {
		o := newOffice(t)
		_, sent := strange(t, o, version)
		in := o.ok("import_bcf", `{"file":"strange.bcf","share":["*"]}`)
		if in.at("added").number() != 2 || in.at("topics", 0, "pinned").number()+
			in.at("topics", 1, "pinned").number() != 1 {
			t.Fatalf("%s: %s", version, in.written())
		}
		tasks := o.ok("list_tasks", `{"statuses":["completed"]}`)
		if tasks.at("total").number() != 1 || tasks.at("tasks", 0, "title").text() != "bare" {
			t.Errorf("%s: the closed one: %s", version, tasks.written())
		}
		same := func(what string) {
			t.Helper()
			got := readArchive(t, o.ok("export_bcf", `{"all_tasks":true,"version":"%s","file_name":"again.bcf"}`,
				version).at("path").text())
			if a, b := asText(t, sent.Topics), asText(t, got.Topics); a != b {
				t.Errorf("%s: %s: the topics differ: %s", version, what, apart(a, b))
			}
			if a, b := asText(t, sent.Documents), asText(t, got.Documents); a != b {
				t.Errorf("%s: %s: the documents differ: %s", version, what, apart(a, b))
			}
		}
		same("as it came")
		if again := o.ok("import_bcf", `{"file":"strange.bcf"}`); again.at("same").number() != 2 ||
			again.at("events").len() != 0 {
			t.Errorf("%s: a second time: %s", version, again.written())
		}
		detail := o.ok("get_task", `{"task_id":"%s"}`, in.at("topics", 0, "task_id").text())
		if guid := detail.at("topic", "guid").text(); guid == "" {
			t.Errorf("%s: get_task says nothing of the topic: %s", version, detail.written())
		}
		o.ok("update_task", `{"task_id":"bare","description":"now with words"}`)
		for i := range sent.Topics {
			if topic := &sent.Topics[i]; topic.Title == "bare" {
				topic.Description = "now with words"
				got := readArchive(t, o.ok("export_bcf",
					`{"task_ids":["bare"],"version":"%s"}`, version).at("path").text())
				topic.Modified, topic.ModifiedBy = got.Topics[0].Modified, "local"
			}
		}
		same("with a description")
	}
}

func readArchive(t *testing.T, path string) *bcf.Archive {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 {
		t.Fatalf("%v, %v", err, faults)
	}
	return a
}

func asText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTopicsOfOthersAreUnknown checks that importing a file does not reveal that somebody else has its topics as tasks.
func TestTopicsOfOthersAreUnknown(t *testing.T) {
	o := newOffice(t)
	_, _ = strange(t, o, bcf.V21)
	o.ok("import_bcf", `{"file":"strange.bcf"}`)
	o.ok("share_model", `{"user":"bo","access":"comment"}`)
	input := t.TempDir()
	strangeAgain, err := os.ReadFile(filepath.Join(o.out, "strange.bcf"))
	if err == nil {
		err = os.WriteFile(filepath.Join(input, "strange.bcf"), strangeAgain, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.open(person("bo"))
	o.backend.InDirs = []string{input}
	if in := o.ok("import_bcf", `{"file":"strange.bcf"}`); in.at("added").number() != 2 {
		t.Errorf("bo's import: %s", in.written())
	}
	if n := o.ok("list_tasks", `{}`).at("total").number(); n != 2 {
		t.Errorf("bo sees %v tasks", n)
	}
}

// TestWhatIsNotImported checks that files that are not BCF, are too large, or name missing objects are refused with a
// message.
func TestWhatIsNotImported(t *testing.T) {
	o := newOffice(t)
	if err := os.WriteFile(filepath.Join(o.out, "text.bcf"), []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _ = strange(t, o, bcf.V30)
	o.refused(state.SchemaValidationFailed, "import_bcf", `{"file":"text.bcf"}`)
	o.refused(state.NotFound, "import_bcf", `{"file":"nowhere.bcf"}`)
	o.refused(state.PathNotAllowed, "import_bcf", `{"file":"../../etc/passwd"}`)
	o.refused(state.NotFound, "import_bcf", `{"file":"strange.bcf","guids":["x"]}`)
	if in := o.ok("import_bcf", `{"file":"strange.bcf","guids":["%s"]}`,
		bcf.DerivedGUID("t2")); in.at("topics_total").number() != 1 {
		t.Errorf("one topic: %s", in.written())
	}
	o.ok("set_task_policy", `{"note":true,"evidence":true}`)
	in := o.ok("import_bcf", `{"file":"strange.bcf","on_conflict":"theirs"}`)
	if in.at("added").number() != 1 {
		t.Errorf("the other one: %s", in.written())
	}
}

// apart returns the first lines in which two texts differ.
func apart(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "line " + strings.Join(append(a[max(0, i-2):i+1], "and not", b[i]), "\n")
		}
	}
	return "one goes on where the other ends"
}
