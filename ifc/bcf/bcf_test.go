package bcf

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// pixel begins with the signature of a PNG; no test decodes it.
var pixel = []byte("\x89PNG\r\n\x1a\n pixel")

// difference returns two values as JSON if they differ, or "".
func difference(want, got any) string {
	w, err := json.MarshalIndent(want, "", " ")
	g, failed := json.MarshalIndent(got, "", " ")
	if err = errors.Join(err, failed); err != nil {
		return err.Error()
	}
	if bytes.Equal(w, g) {
		return ""
	}
	a, b := strings.Split(string(w), "\n"), strings.Split(string(g), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: want\n%s\ngot\n%s", i, strings.Join(a[max(0, i-5):min(i+5, len(a))], "\n"),
				strings.Join(b[max(0, i-5):min(i+5, len(b))], "\n"))
		}
	}
	return "one goes on where the other ends"
}

func at(hour int) time.Time { return time.Date(2026, 3, 4, hour, 5, 6, 700_000_000, time.UTC) }

func number(i int) *int { return &i }

// rich returns an archive with a value in every field that both versions have.
func rich() *Archive {
	wall, duct := Component{"0LV8Pid0X3IA3jJLVDPidY", "bimstream", "wall 1"},
		Component{IfcGUID: "1LV8Pid0X3IA3jJLVDPid_"}
	view := Viewpoint{
		GUID: DerivedGUID("view", "1"), Index: number(0), Snapshot: pixel, Selection: []Component{wall, duct},
		Camera: &Camera{Eye: Point{1.5, -2.25, 3}, Direction: Point{0, 1, 0}, Up: Point{0, 0, 1},
			FieldOfView: 60, Aspect: 1.5},
		Visibility: Visibility{Default: true, Exceptions: []Component{duct}, Openings: true, Spaces: true},
		Colouring:  []Colouring{{"FF0000", []Component{wall}}, {"80FF8000", []Component{duct}}},
		Lines:      []Line{{Point{0, 0, 0}, Point{1, 2, 3.125}}},
		Clipping:   []ClippingPlane{{Point{0, 0, 2.5}, Point{0, 0, 1}}},
		Bitmaps:    []Bitmap{{pixel, Point{1, 1, 1}, Point{0, 1, 0}, Point{0, 0, 1}, 0.5}},
	}
	over := Viewpoint{GUID: DerivedGUID("view", "2"), Index: number(1),
		Camera: &Camera{Eye: Point{0, 0, 10}, Direction: Point{0, 0, -1}, Up: Point{0, 1, 0}, Height: 12, Aspect: 2}}
	plan := Document{DerivedGUID("document"), "plan.pdf", "", []byte("%PDF")}
	return &Archive{
		Project: Project{"house", `House & "garden" <1>`}, Documents: []Document{plan},
		Topics: []Topic{{
			GUID: DerivedGUID("topic", "1"), Type: "Clash", Status: "Open", Title: "Duct through wall W1 – größer",
			Description: "two\nlines", Priority: "High",
			Stage: "Design", AssignedTo: "bo", Index: number(3), Labels: []string{"hard", "MEP"},
			ReferenceLinks: []string{"https://example.org/a?b&c"},
			Created:        at(1), Author: "ada", Modified: at(2), ModifiedBy: "bo", Due: at(3),
			Files: []HeaderFile{{IfcProject: "2LV8Pid0X3IA3jJLVDPidY", External: true, Filename: "house.ifc",
				Date: at(1), Reference: "https://example.org/house.ifc"}},
			Snippet: &Snippet{Type: "json", Schema: "https://example.org/schema",
				Reference: "finding.json", Data: []byte("{}")},
			Documents: []DocumentReference{{GUID: DerivedGUID("r", "1"), Document: plan.GUID, Description: "the plan"},
				{GUID: DerivedGUID("r", "2"), URL: "https://example.org"}},
			Related: []string{DerivedGUID("topic", "2")},
			Comments: []Comment{
				{GUID: DerivedGUID("c", "1"), Date: at(4), Author: "ada", Text: "see here", Viewpoint: view.GUID,
					Modified: at(5), ModifiedBy: "ada"},
				{GUID: DerivedGUID("c", "2"), Date: at(5), Author: "bo", Viewpoint: over.GUID},
			},
			Viewpoints: []Viewpoint{view, over},
		}, {GUID: DerivedGUID("topic", "2"), Type: "Remark", Status: "Closed", Title: "bare",
			Created: at(6), Author: "ada"}},
	}
}

func written(t testing.TB, a *Archive, v Version) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, a, v); err != nil {
		t.Fatalf("%s: %v", v, err)
	}
	return out.Bytes()
}

func readBack(t testing.TB, data []byte) *Archive {
	t.Helper()
	a, faults, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 {
		t.Fatalf("%v, faults %v", err, faults)
	}
	return a
}

// meant returns the archive as a version holds it: unsupported fields are empty, and topics are in the order of their
// GUIDs.
func meant(a *Archive, v Version) *Archive {
	a.Version = v
	if a.Topics[0].GUID > a.Topics[1].GUID {
		a.Topics[0], a.Topics[1] = a.Topics[1], a.Topics[0]
	}
	if v == V30 {
		a.Extensions = *used(a)
		return a
	}
	for i := range a.Topics {
		for j := range a.Topics[i].Viewpoints {
			a.Topics[i].Viewpoints[j].Camera.Aspect = 0
		}
		for j, r := range a.Topics[i].Documents {
			if r.Document != "" { // the document's GUID depends on its path
				place := a.Topics[i].GUID + "/plan.pdf"
				a.Documents[0] = Document{DerivedGUID("document", place), "plan.pdf",
					r.Description, a.Documents[0].Data}
				a.Topics[i].Documents[j].Document = a.Documents[0].GUID
			}
		}
	}
	return a
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	for _, v := range []Version{V21, V30} {
		data := written(t, rich(), v)
		if diff := difference(meant(rich(), v), readBack(t, data)); diff != "" {
			t.Errorf("%s: (-meant +read)\n%s", v, diff)
		}
		if !bytes.Equal(data, written(t, rich(), v)) {
			t.Errorf("%s: the same archive gave other bytes", v)
		}
	}
}

// TestNamesOfFiles checks the names that programs expect: the first viewpoint of 2.1, the extensions of 3.0.
func TestNamesOfFiles(t *testing.T) {
	topic, second := DerivedGUID("topic", "1"), DerivedGUID("view", "2")
	for v, want := range map[Version][]string{
		V21: {"bcf.version", "project.bcfp", topic + "/markup.bcf", topic + "/viewpoint.bcfv", topic + "/snapshot.png",
			topic + "/" + second + ".bcfv"},
		V30: {"bcf.version", "project.bcfp", "extensions.xml", "documents.xml", "Documents/" + DerivedGUID("document"),
			topic + "/markup.bcf", topic + "/" + second + ".bcfv"},
	} {
		data := written(t, rich(), v)
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, f := range z.File {
			names[f.Name] = true
		}
		for _, name := range want {
			if !names[name] {
				t.Errorf("%s has no %s, but %v", v, name, names)
			}
		}
	}
}

func TestWhatIsNotWritten(t *testing.T) {
	for want, spoil := range map[string]func(*Archive){
		"has no GUID":             func(a *Archive) { a.Topics[0].GUID = "x" },
		"of something else":       func(a *Archive) { a.Topics[1].GUID = a.Topics[0].GUID },
		"the title":               func(a *Archive) { a.Topics[0].Title = " " },
		"the author of topic":     func(a *Archive) { a.Topics[0].Author = "" },
		"the time of comment":     func(a *Archive) { a.Topics[0].Comments[0].Date = time.Time{} },
		"its topic has not":       func(a *Archive) { a.Topics[0].Comments[0].Viewpoint = DerivedGUID("nobody") },
		"no GlobalId":             func(a *Archive) { a.Topics[0].Viewpoints[0].Selection[0].IfcGUID = "short" },
		"no colour":               func(a *Archive) { a.Topics[0].Viewpoints[0].Colouring[0].Colour = "#ff0000" },
		"no direction":            func(a *Archive) { a.Topics[0].Viewpoints[0].Camera.Direction = Point{} },
		"degrees":                 func(a *Archive) { a.Topics[0].Viewpoints[0].Camera.FieldOfView = 180 },
		"neither PNG nor JPEG":    func(a *Archive) { a.Topics[0].Viewpoints[0].Snapshot = []byte("GIF89a") },
		"refers to document":      func(a *Archive) { a.Documents = nil },
		"type of the snippet":     func(a *Archive) { a.Topics[0].Snippet.Type = "" },
		"component without an id": func(a *Archive) { a.Topics[0].Viewpoints[0].Selection[0] = Component{} },
	} {
		a := rich()
		spoil(a)
		for _, v := range []Version{V21, V30} {
			if err := Write(&bytes.Buffer{}, a, v); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %s: %v", v, want, err)
			}
		}
	}
	a := rich()
	a.Topics[0].Viewpoints[0].Camera = nil
	if Write(&bytes.Buffer{}, a, V21) != nil || Write(&bytes.Buffer{}, a, V30) == nil {
		t.Error("a viewpoint without a camera is for 2.1 only")
	}
}

// TestGUIDsOfSomethingElse checks that a comment with the GUID of its topic or of a viewpoint gets a GUID of its own.
// The new GUID is the same in every reading, and the comment still refers to the same viewpoint.
func TestGUIDsOfSomethingElse(t *testing.T) {
	a := rich()
	topic := &a.Topics[0]
	topic.Comments[0].GUID, topic.Comments[0].Viewpoint = topic.GUID, topic.Viewpoints[0].GUID
	second := topic.Comments[0]
	second.GUID = topic.Viewpoints[0].GUID
	topic.Comments = append(topic.Comments, second)
	var files [2]bytes.Buffer
	for i := range files {
		if err := Write(&files[i], a, V21); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the same archive gave other bytes")
	}
	back, faults, err := Read(bytes.NewReader(files[0].Bytes()), int64(files[0].Len()))
	if err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	i := slices.IndexFunc(back.Topics, func(t Topic) bool { return t.GUID == topic.GUID })
	comments := back.Topics[i].Comments
	for _, c := range []Comment{comments[0], comments[len(comments)-1]} {
		if c.GUID == topic.GUID || c.GUID == topic.Viewpoints[0].GUID || c.Viewpoint != topic.Viewpoints[0].GUID {
			t.Errorf("the comment %+v", c)
		}
	}
	if topic.Comments[0].GUID != topic.GUID {
		t.Error("what was written is another archive now")
	}
}

// TestMove checks that Move moves every position in an archive and changes no direction.
func TestMove(t *testing.T) {
	a := rich()
	v := &a.Topics[0].Viewpoints[0]
	v.Camera = &Camera{Eye: Point{1, 2, 3}, Direction: Point{Y: 1}, Up: Point{Z: 1}, FieldOfView: 60}
	v.Clipping = []ClippingPlane{{Location: Point{X: 4}, Direction: Point{X: 1}}}
	v.Lines = []Line{{Point{X: 1}, Point{X: 2}}}
	before := v.Lines
	a.Move(Point{100, 200, 0})
	v = &a.Topics[0].Viewpoints[0]
	if v.Camera.Eye != (Point{101, 202, 3}) || v.Camera.Direction != (Point{Y: 1}) ||
		v.Clipping[0] != (ClippingPlane{Point{104, 200, 0}, Point{X: 1}}) || v.Lines[0].End != (Point{102, 200, 0}) ||
		before[0].End != (Point{X: 2}) {
		t.Errorf("moved %+v, lines before %v", v, before)
	}
}

// packed returns a ZIP archive of files.
func packed(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	oddTopic = "AAAAAAAA-0000-4000-8000-000000000001"
	oddView  = "aaaaaaaa-0000-4000-8000-000000000002"
)

// TestArchivesOfOtherPrograms checks that forms of other programs are read: another order of elements, upper case
// folders, backslashes, a byte order mark, times without a zone, and 2.0 with its own components.
func TestArchivesOfOtherPrograms(t *testing.T) {
	data := packed(t, map[string]string{
		"bcf.version": "\xef\xbb\xbf" + `<Version VersionId="2.0"/>`,
		oddTopic + `\markup.bcf`: `<Markup><Viewpoints Guid="` + oddView +
			`"><Viewpoint>v.bcfv</Viewpoint><Snapshot>missing.png</Snapshot></Viewpoints><Topic Guid="` + oddTopic +
			`"><CreationDate>2020-01-02T03:04:05</CreationDate><Title> odd </Title><RelatedTopics Guid="` +
			oddView + `"/></Topic></Markup>`,
		oddTopic + "/V.bcfv": `<VisualizationInfo Guid="` + oddView +
			`"><Components><Component IfcGuid="0LV8Pid0X3IA3jJLVDPidY" Selected="true" Visible="false" Color="ff0000"/><Component IfcGuid="bad"/></Components></VisualizationInfo>`,
		"somewhere/else/readme.txt": "hello",
	})
	a, faults, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	wall := []Component{{IfcGUID: "0LV8Pid0X3IA3jJLVDPidY"}}
	want := []Topic{{
		GUID: strings.ToLower(oddTopic), Title: "odd",
		Created: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), Related: []string{oddView},
		Viewpoints: []Viewpoint{{GUID: oddView, Selection: wall,
			Visibility: Visibility{Default: true, Exceptions: wall}, Colouring: []Colouring{{"FF0000", wall}}}},
	}}
	if diff := difference(want, a.Topics); diff != "" {
		t.Error(diff)
	}
	var told []string
	for _, f := range faults {
		told = append(told, f.Reason)
	}
	if text := strings.Join(told, "; "); len(faults) != 2 || !strings.Contains(text, "missing.png") ||
		!strings.Contains(text, `"bad" is no GlobalId`) {
		t.Errorf("faults %v", told)
	}
}

func TestWhatIsNoArchive(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"no zip":     {[]byte("hello"), ErrNoArchive},
		"empty":      {nil, ErrNoArchive},
		"another":    {packed(t, map[string]string{"word/document.xml": "<a/>"}), ErrNoArchive},
		"many files": {many(t), ErrTooLarge},
	} {
		if _, _, err := Read(bytes.NewReader(c.data), int64(len(c.data))); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bombs := map[string]string{
		"bcf.version":                  `<!DOCTYPE a [<!ENTITY b "c">]><Version VersionId="2.1"/>`,
		oddTopic + "/markup.bcf":       strings.Repeat("<a>", 100_000),
		oddView + "/markup.bcf":        "<Markup>" + strings.Repeat("<a/>", maxElements) + "</Markup>",
		oddView[:35] + "1/markup.bcf":  "<Markup>" + strings.Repeat(" ", MaxDocument) + "</Markup>",
		oddView[:35] + "3/markup.bcf":  `<Markup><Topic Guid="x"/></Markup>`,
		"../../" + oddView + "/x.bcfv": "outside",
	}
	data := packed(t, bombs)
	a, faults, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) < 5 || len(a.Topics) != 1 || a.Topics[0].GUID != oddView[:35]+"3" {
		t.Errorf("%v, %v, %v", a, faults, err)
	}
}

func many(t *testing.T) []byte {
	files := map[string]string{}
	for i := range MaxEntries + 1 {
		files[fmt.Sprint(i)] = ""
	}
	return packed(t, files)
}

// FuzzRead checks that no file makes the reader panic or exceed the limits. It also checks that an archive that was
// read and can be written is the same when it is read again.
func FuzzRead(f *testing.F) {
	for _, v := range []Version{V21, V30} {
		f.Add(written(f, rich(), v))
	}
	f.Add(packed(f, map[string]string{"bcf.version": "<Version/>",
		oddTopic + "/markup.bcf": `<Markup><Topic Guid="` + oddTopic + `"><Title>&#1;</Title></Topic></Markup>`}))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, _, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		checkWrittenAgain(t, a)
	})
}

// FuzzMarkup fuzzes the files within a sound archive, because the checksums of an archive stop most fuzzed data before
// it reaches them.
func FuzzMarkup(f *testing.F) {
	a := rich()
	for _, v := range []Version{V21, V30} {
		w := topicWriter{version: v, archive: a, topic: &a.Topics[0]}
		f.Add(w.markup().encode(), viewpointWriter{v, &a.Topics[0].Viewpoints[0]}.element([]string{"b.png"}).encode())
	}
	f.Fuzz(func(t *testing.T, markup, view []byte) {
		data := packed(t, map[string]string{"bcf.version": `<Version VersionId="2.1"/>`,
			oddTopic + "/markup.bcf": string(markup), oddTopic + "/viewpoint.bcfv": string(view),
			oddTopic + "/b.png": string(pixel)})
		a, _, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		checkWrittenAgain(t, a)
	})
}

func checkWrittenAgain(t *testing.T, a *Archive) {
	var first, second bytes.Buffer
	if Write(&first, a, V30) != nil {
		return
	}
	again, faults, err := Read(bytes.NewReader(first.Bytes()), int64(first.Len()))
	if err != nil || len(faults) > 0 {
		t.Fatalf("what was written is read with %v, %v", faults, err)
	}
	if err := Write(&second, again, V30); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Fatalf("what was read again is written otherwise: %v\n%s", err, difference(a, again))
	}
}

// TestNothingHiddenIsWritten checks that a mark replaces each invisible character.
func TestNothingHiddenIsWritten(t *testing.T) {
	if got := escape("a\x1b[2J\u202eb\n<c>\U000E0041"); got != "a⟨U+001B⟩[2J⟨U+202E⟩b&#xA;&lt;c&gt;⟨U+E0041⟩" {
		t.Errorf("%q", got)
	}
}
