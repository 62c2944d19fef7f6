package tools

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/bimstream/bimstream/domain/state"
)

// edited exports the schedule of walls and changes cells of the workbook, like a person with a spreadsheet.
func (o *office) edited(parameters string, cells map[string]any) (file string) {
	o.t.Helper()
	o.files++
	path := o.ok("export_table",
		`{"schedule":{"category":"wall","parameters":[%s],"sort_by":["name"]},"file_name":"walls%d.xlsx"}`,
		parameters, o.files).at("path").text()
	f, err := excelize.OpenFile(path)
	if err != nil {
		o.t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	for cell, value := range cells {
		if err := f.SetCellValue("Wall schedule", cell, value); err != nil {
			o.t.Fatal(err)
		}
	}
	if err := f.Save(); err != nil {
		o.t.Fatal(err)
	}
	return filepath.Base(path)
}

const wallColumns = `"mark","type","height","NetVolume","Pset_WallCommon.FireRating","Pset_WallCommon.IsExternal"`

// TestAnEditedWorkbookComesBack edits names, parameters and properties in a workbook, previews the import, and imports
// it.
func TestAnEditedWorkbookComesBack(t *testing.T) {
	o := newOffice(t)
	o.ok("set_properties",
		`{"element_ids":["$south"],"psets":{"Pset_WallCommon":{"IsExternal":true,"FireRating":"F30"}}}`)
	// Rows by name: east 2, north 3, south 4, west 5.
	file := o.edited(wallColumns, map[string]any{"A2": "E1", "C3": 2600.5, "E4": "F90",
		"F4": false, "F5": true, "E2": "F60"})
	tried := o.ok("import_table", `{"file":"%s","dry_run":true}`, file)
	if n := tried.at("counts").at("modified").number(); n != 4 {
		t.Fatalf("a dry run changes %d elements: %s", n, tried.text())
	}
	o.ok("import_table", `{"file":"%s"}`, file)
	if name := o.ok("get_element", `{"element_id":"$east"}`).at("name").text(); name != "E1" {
		t.Errorf("the name is %q, want E1", name)
	}
	if h := o.ok("get_element", `{"element_id":"$north"}`).at("params", "height").value; h != 2600.5 {
		t.Errorf("north is %v high, want 2600.5", h)
	}
	lines := o.ok(
		"generate_schedule",
		`{"category":"wall","parameters":["mark","Pset_WallCommon.FireRating","Pset_WallCommon.IsExternal"],"sort_by":["name"],"no_totals":true,"format":"markdown"}`,
	).at("markdown").text()
	for _, want := range []string{"| E1 | F60 |", "| south | F90 | no | 1 |", "| west |  | yes | 1 |"} {
		if !strings.Contains(lines, want) {
			t.Errorf("no line %q in\n%s", want, lines)
		}
	}
	// A second import of the same file changes nothing.
	if n := o.ok("import_table", `{"file":"%s"}`, file).at("event_count").number(); n != 0 {
		t.Errorf("the same file again makes %d events", n)
	}
}

// TestWhatATableCannotChange edits derived cells and values that the model changed meanwhile. The import is refused and
// changes nothing.
func TestWhatATableCannotChange(t *testing.T) {
	o := newOffice(t)
	head := func() int { return o.revision("main") }
	computed := o.edited(wallColumns, map[string]any{"A2": "E1", "D3": 99.5})
	meanwhile := o.edited(wallColumns+`,"level"`, map[string]any{"C2": 2500, "C3": 2500})
	o.ok("modify_parameter", `{"element_id":"$east","parameter_name":"height","value":2700}`)
	before := head()
	o.refused(state.OutOfRange, "import_table", `{"file":"%s"}`, computed)
	e := o.call("import_table", `{"file":"%s"}`, meanwhile)
	if e.Success || e.Error.Code != int(state.RevisionConflict) ||
		!strings.Contains(e.Error.Message, "height of east in row 2") {
		t.Errorf("a value that the model changed: %+v", e.Error)
	}
	if now := head(); now != before {
		t.Errorf("a refusal went from revision %d to %d", before, now)
	}
	o.ok("import_table", `{"file":"%s","overwrite":true}`, meanwhile)
	if h := o.ok("get_element", `{"element_id":"$east"}`).at("params", "height").number(); h != 2500 {
		t.Errorf("overwritten with 2500, height is %d", h)
	}
	wrong := o.edited(wallColumns, map[string]any{"C2": "high"})
	o.refused(state.OutOfRange, "import_table", `{"file":"%s"}`, wrong)
	low := o.edited(wallColumns, map[string]any{"C2": -5})
	o.refused(state.OutOfRange, "import_table", `{"file":"%s"}`, low)
}

// TestWhatACellDoesNotSay checks that the import refuses a formula without a value, a truth value for a number, and an
// added row. It would have to guess or ignore them.
func TestWhatACellDoesNotSay(t *testing.T) {
	o := newOffice(t)
	o.ok("set_properties", `{"element_ids":["$south"],"psets":{"Pset_WallCommon":{"FireRating":"F30"}}}`)
	for name, edit := range map[string]func(*excelize.File) error{
		"E4": func(f *excelize.File) error { return f.SetCellFormula("Wall schedule", "E4", `"F"&60`) },
		"C2": func(f *excelize.File) error { return f.SetCellBool("Wall schedule", "C2", true) },
		"A3": func(f *excelize.File) error {
			if err := f.InsertRows("Wall schedule", 3, 1); err != nil {
				return err
			}
			return f.SetSheetRow("Wall schedule", "A3", &[]any{"annex", nil, 2500})
		},
	} {
		file := o.edited(wallColumns, nil)
		path := filepath.Join(o.out, file)
		f, err := excelize.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := edit(f); err != nil {
			t.Fatal(err)
		}
		if err := f.Save(); err != nil {
			t.Fatal(err)
		}
		_ = f.Close()
		before := o.revision("main")
		e := o.call("import_table", `{"file":"%s"}`, file)
		if e.Success || !strings.Contains(e.Error.Message, "row "+name[1:]) || o.revision("main") != before {
			t.Errorf("%s: %+v %+v", name, e.Error, e.Data)
		}
	}
}

// TestCSVAndJSONComeBack imports a file of each of the other formats, with CSV as a spreadsheet changes it.
func TestCSVAndJSONComeBack(t *testing.T) {
	o := newOffice(t)
	change := func(format string, from, to string) string {
		path := o.ok(
			"export_table",
			`{"schedule":{"category":"wall","parameters":["name","height","Length"],"no_totals":true},"format":"%s","file_name":"walls.%s"}`,
			format,
			format,
		).at("path").text()
		data, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(data, []byte(from)) {
			t.Fatalf("%s: no %q in %s (%v)", format, from, data, err)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(from), []byte(to), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Base(path)
	}
	file := change("json", `["north",2800,`, `["north",2650,`)
	o.ok("import_table", `{"file":"%s"}`, file)
	file = change("csv", "south,2800,", "south,2550,")
	o.refused(state.InvalidInput, "import_table", `{"file":"%s"}`, file)
	o.ok("import_table", `{"file":"%s","schedule":{"category":"wall","parameters":["name","height","Length"]}}`, file)
	semicolons := filepath.Join(filepath.Dir(o.ok("export_table",
		`{"schedule":{"category":"wall","parameters":["name"]},"format":"csv"}`).at("path").text()), "excel.csv")
	if err := os.WriteFile(semicolons, []byte("\ufeffName;Height [mm]\r\nwest;2450,5\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.ok("import_table", `{"file":"excel.csv","schedule":{"category":"wall","parameters":["name","height"]}}`)
	for name, want := range map[string]float64{"north": 2650, "south": 2550, "west": 2450.5, "east": 2800} {
		if h := o.ok("get_element", `{"element_id":"$%s"}`, name).at("params", "height").value; h != want {
			t.Errorf("%s is %v high, want %v", name, h, want)
		}
	}
	o.refused(state.NotFound, "import_table",
		`{"file":"none.csv","schedule":{"category":"wall","parameters":["name"]}}`)
	if err := os.WriteFile(semicolons, []byte("Name,Colour\r\nwest,red\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.refused(state.OutOfRange, "import_table",
		`{"file":"excel.csv","schedule":{"category":"wall","parameters":["name","height"]}}`)
}
