//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/bimstream/bimstream/domain"
	changing "github.com/bimstream/bimstream/domain/change"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/projections"
)

// hostileTexts returns 1,000 hostile texts: every control, override, isolate, invisible character and tag, sequences
// that control terminals, broken UTF-8, formulas and long ones.
func hostileTexts() []string {
	var out []string
	add := func(s string) { out = append(out, s) }
	for r := rune(0); r < 0x100; r++ {
		if r < ' ' || r >= 0x7F && r <= 0xA0 || r == 0xAD {
			add("a" + string(r) + "b")
		}
	}
	for r := rune(0x2000); r <= 0x206F; r++ {
		add("a" + string(r) + "b")
	}
	for r := rune(0xE0000); r <= 0xE007F; r++ {
		add("a" + string(r) + "b")
	}
	for r := rune(0xFE00); r <= 0xFE0F; r++ {
		add("a" + string(r) + "b")
	}
	for _, s := range []string{"\x1b[2J", "\x1b]52;c;aGFjaw==\a", "\x1b]0;title\a", "\u009b31m", "\x1bP+q544e\x1b\\",
		"\r\x1b[K", "\nintegrity    file sound, all hash chains unbroken", "\xff\xfe", "\xc3(", "\xe2\x80",
		"=cmd|' /C calc'!A0", "@SUM(1)", "</text><script>", "]]>", "\ufeff", "\u3164", "\u034f", "\u115f", "\ufffe",
		strings.Repeat("x\u202e", 100)} {
		add(s)
	}
	for i := 0; len(out) < 1000; i++ {
		add(out[i%len(out)] + out[(i*7+3)%len(out)])
	}
	return out
}

// steers returns the first line of terminal output that contains raw control or invisible characters, or "".
func steers(shown []byte) string {
	for _, line := range bytes.Split(shown, []byte("\r\n")) { // line ends as the terminal writes them
		if s := strings.ReplaceAll(string(line), "\t", " "); !text.Sound(s) {
			return fmt.Sprintf("%q", s)
		}
	}
	return ""
}

// storeOfBefore creates a store as an earlier build did, which replaced no characters. It returns the id of the last
// model.
func storeOfBefore(t *testing.T, data string) (id string) {
	t.Helper()
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	texts := hostileTexts()
	for i := 0; i < len(texts); i += 100 {
		name := strings.ToValidUTF8(strings.Join(texts[i:i+100], " "), "\ufffd")
		id = string(modelstate.DeriveID("hostile", i))
		d, err := domain.Decide(modelstate.NewModel(), changing.Command{ID: id, Do: changing.CreateModel{ID: id,
			Name: "harmless", Owner: "local"}})
		if err != nil {
			t.Fatal(err)
		}
		d.Events[0].(*modelstate.ModelCreated).Name = name // as an earlier build stored it
		_, err = store.Append(context.Background(), eventstore.Append{Stream: projections.StreamName(id,
			projections.MainBranch), Expected: eventstore.NoStream, Events: projections.EncodeEvents(d.Events,
			projections.Meta{CommandID: id, Tool: "t\x1b[2Jool", UserID: "ann\x1b[2J\u202e", OccurredAt: time.Now()})})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestNothingOfOthersReachesATerminalRaw runs at a terminal every command that lists models, on an older store. The
// names of its models contain control sequences, which must be escaped.
func TestNothingOfOthersReachesATerminalRaw(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	id := storeOfBefore(t, data)
	for _, words := range []string{"models", "doctor", "replay --model " + id, "replay --steps --model " + id,
		"events --model " + id, "verify", "audit", "approvals list", "transcript", "models --data \x1b[2Jnowhere",
		"replay --model \x1b[2J\u202e"} {
		arguments := strings.Split(words, " ")
		if !strings.Contains(words, "--data") {
			arguments = append(arguments, "--data", data)
		}
		c := exec.Command(program(t), arguments...)
		c.Env = environment()
		terminal, err := pty.Start(c)
		if err != nil {
			t.Fatal(err)
		}
		shown, _ := io.ReadAll(terminal) // ends with EIO after the end of the process
		_ = c.Wait()
		_ = terminal.Close()
		if len(shown) == 0 && !strings.HasPrefix(words, "transcript") {
			t.Errorf("%s shows nothing", words)
		}
		if words == "models" && !bytes.Contains(shown, []byte(`\u202e`)) {
			t.Errorf("the models are not shown: %s", shown)
		}
		if raw := steers(shown); raw != "" {
			t.Errorf("%q shows raw: %.300s", words, raw)
		}
		if bytes.Contains(shown, []byte("\nintegrity    file sound, all hash")) {
			t.Errorf("%q shows a line that a name made", words)
		}
	}
}

// TestRepliesHoldNothingRaw calls tools on an older store whose names contain control sequences. The replies must
// contain none of them unescaped.
func TestRepliesHoldNothingRaw(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	id := storeOfBefore(t, data)
	s := serveAll(t, data)
	for tool, args := range map[string]arguments{"list_models": {"limit": 5}, "model_overview": {"model_id": id},
		"list_events": {"model_id": id}, "list_audit": {}, "list_branches": {"model_id": id},
		"get_element": {"model_id": id, "element_id": "\x1b[2J\u202e"}, "list_files": {},
		"export_ifc": {"model_id": id, "schema": "IFC4", "dry_run": true}} {
		a := s.ask(tool, args)
		var whole any
		if err := json.Unmarshal(a.Text, &whole); err != nil {
			t.Fatalf("%s: %v", tool, err)
		}
		if raw := unsound(whole); raw != "" {
			t.Errorf("%s answers with raw %.100q", tool, raw)
		}
		if tool == "list_models" && !bytes.Contains(a.Text, []byte("⟨U+202E⟩")) {
			t.Errorf("the models are not named: %s", a.Text)
		}
	}
}

// TestHostileTextsOfAFile imports a room for each text, and reads the outputs by independent readers.
func TestHostileTextsOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, file := filepath.Join(dir, "data"), filepath.Join(dir, "hostile.ifc")
	if err := os.WriteFile(file, []byte(fileOfRooms(hostileTexts())), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout := mustRun(t, "import", "--data", data, file)
	if !strings.Contains(stdout, "characters that are not seen") {
		t.Errorf("the report does not tell of what was replaced:\n%s", stdout)
	}
	for line := range strings.Lines(mustRun(t, "events", "--data", data)) {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("an event is no JSON: %v", err)
		}
		if at := unsound(v); at != "" {
			t.Fatalf("an event has raw %q", at)
		}
	}
	out := filepath.Join(dir, "out.ifc")
	mustRun(t, "export", "--data", data, out)
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if raw := steers(bytes.ReplaceAll(written, []byte("\n"), []byte("\r\n"))); raw != "" {
		t.Errorf("the exported file has raw %.200s", raw)
	}
	if !bytes.Contains(written, []byte(`\X2\202E`)) {
		t.Error("the exported file does not give the characters back that its schema allows")
	}
	info, err := os.Stat(out)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the exported file can be read by others: %v, %v", info.Mode(), err)
	}
	mustRun(t, "verify-ifc", out)
	sheets := filepath.Join(dir, "sheets")
	if _, stderr, code := run(t, "issue", "--data", data, "--format", "svg", sheets); code != 0 {
		t.Fatalf("issue: %s", stderr)
	}
	drawn, err := filepath.Glob(filepath.Join(sheets, "*.svg"))
	if err != nil || len(drawn) == 0 {
		t.Fatalf("no sheet: %v", err)
	}
	for _, name := range drawn {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(f); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if said, is := token.(xml.CharData); is && !text.Sound(strings.NewReplacer("\n", " ", "\t",
				" ").Replace(string(said))) {
				t.Fatalf("%s has raw %q", name, said)
			}
		}
		_ = f.Close()
	}
}

// unsound returns a text with hidden characters in a JSON value, or "". Line ends and tabs are allowed.
func unsound(v any) string {
	switch v := v.(type) {
	case string:
		if s := strings.NewReplacer("\n", " ", "\t", " ").Replace(v); !text.Sound(s) {
			return v
		}
	case []any:
		for _, item := range v {
			if at := unsound(item); at != "" {
				return at
			}
		}
	case map[string]any:
		for name, member := range v {
			if at := unsound(member); at != "" {
				return at
			}
			if !text.Sound(name) {
				return name
			}
		}
	}
	return ""
}

// fileOfRooms returns an IFC4 file with a storey whose rooms have the texts as names, in the encoding of ISO 10303-21.
func fileOfRooms(texts []string) string {
	var b strings.Builder
	b.WriteString(`ISO-10303-21;
HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('IFC4'));ENDSEC;
DATA;
#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCAXIS2PLACEMENT3D(#1,$,$);
#3=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#2,$);
#4=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#5=IFCUNITASSIGNMENT((#4));
#6=IFCPROJECT('0000000000000000000001',$,'P\X\1B[2J',$,$,$,$,(#3),#5);
#7=IFCLOCALPLACEMENT($,#2);
#8=IFCBUILDING('0000000000000000000002',$,'B',$,$,#7,$,$,.ELEMENT.,$,$,$);
#9=IFCBUILDINGSTOREY('0000000000000000000003',$,'S',$,$,#7,$,$,.ELEMENT.,0.);
#10=IFCRELAGGREGATES('0000000000000000000004',$,$,$,#6,(#8));
#11=IFCRELAGGREGATES('0000000000000000000005',$,$,$,#8,(#9));
`)
	var rooms []string
	for i, s := range texts {
		n := 100 + 10*i
		x, y := float64(i%40)*4000, float64(i/40)*4000
		fmt.Fprintf(&b, `#%d=IFCCARTESIANPOINT((%.1f,%.1f,0.));
#%d=IFCAXIS2PLACEMENT3D(#%d,$,$);
#%d=IFCLOCALPLACEMENT(#7,#%d);
#%d=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,3000.,3000.);
#%d=IFCEXTRUDEDAREASOLID(#%d,#2,#99,2500.);
#%d=IFCSHAPEREPRESENTATION(#3,'Body','SweptSolid',(#%d));
#%d=IFCPRODUCTDEFINITIONSHAPE($,$,(#%d));
#%d=IFCSPACE('%s',$,'%d',%s,$,#%d,#%d,%s,.ELEMENT.,.INTERNAL.,$);
`, n, x, y, n+1, n, n+2, n+1, n+3, n+4, n+3, n+5, n+4, n+6, n+5, n+7, fmt.Sprintf("1%021d", i), i, stepText(s), n+2,
			n+6, stepText(s))
		rooms = append(rooms, fmt.Sprintf("#%d", n+7))
	}
	fmt.Fprintf(&b, "#99=IFCDIRECTION((0.,0.,1.));\n#50=IFCRELAGGREGATES('0000000000000000000006',$,$,$,#9,(%s));\n",
		strings.Join(rooms, ","))
	return b.String() + "ENDSEC;\nEND-ISO-10303-21;\n"
}

func stepText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\'':
			b.WriteString("''")
		case r == '\\':
			b.WriteString(`\\`)
		case r >= ' ' && r < 0x7F:
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\X\%02X`, r)
		default:
			fmt.Fprintf(&b, `\X4\%08X\X0\`, r)
		}
	}
	return "'" + b.String() + "'"
}

// TestErrorsOfTheProtocolHoldNothingRaw names unknown methods, tools, prompts and resources with hidden characters. The
// errors must show these characters escaped.
func TestErrorsOfTheProtocolHoldNothingRaw(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	for _, hostile := range []string{"a\x1b[2Jb", "x\u202eevil", "c\u009b31m", "t\U000e0041g", "n\u200bz"} {
		for method, params := range map[string]arguments{
			hostile: {}, "prompts/get": {"name": hostile}, "tools/call": {"name": hostile},
			"resources/read": {"uri": "bim://models/" + hostile}, "resources/subscribe": {"uri": "bim://" + hostile},
			"completion/complete": {"ref": arguments{"type": "ref/prompt", "name": hostile},
				"argument": arguments{"name": hostile, "value": hostile}},
		} {
			result, err := s.request(method, params)
			if err == nil {
				err = errors.New(string(result))
			}
			if text.Line(err.Error()) != err.Error() {
				t.Errorf("%s %q: %q", method, hostile, err)
			}
		}
	}
}
