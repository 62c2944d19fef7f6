package web

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/bodies"
)

// fields are the field names of an object, with the fields of nested objects.
type fields map[string]fields

// interfacesOf parses the interfaces of a TypeScript source: their names, their base interfaces, and their fields.
func interfacesOf(t *testing.T, source string) map[string]fields {
	t.Helper()
	source = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`).ReplaceAllString(source, "")
	out := map[string]fields{}
	heads := regexp.MustCompile(`export interface (\w+)(?:<\w+>)?(?: extends (\w+))? \{`)
	for _, at := range heads.FindAllStringSubmatchIndex(source, -1) {
		found, _ := fieldsOf(source[at[1]:])
		if at[4] >= 0 {
			maps.Copy(found, out[source[at[4]:at[5]]])
		}
		out[source[at[2]:at[3]]] = found
	}
	if len(out) == 0 {
		t.Fatal("there are no interfaces")
	}
	return out
}

// fieldsOf parses fields up to the closing brace, and returns the rest of the text.
func fieldsOf(text string) (fields, string) {
	out := fields{}
	name := regexp.MustCompile(`^[\s;]*(\w+)\??:`)
	for {
		rest := strings.TrimLeft(text, " \n;")
		if strings.HasPrefix(rest, "}") {
			return out, rest[1:]
		}
		at := name.FindStringSubmatch(text)
		if at == nil {
			return out, ""
		}
		text = text[len(at[0]):]
		out[at[1]] = nil
		end := strings.IndexAny(text, ";{}")
		if end >= 0 && text[end] == '{' {
			out[at[1]], text = fieldsOf(text[end+1:])
			end = strings.IndexAny(text, ";}")
		}
		text = text[max(end, 0):]
	}
}

// same compares the fields of a type with those of the TypeScript source.
func same(t *testing.T, where string, of reflect.Type, want fields) {
	t.Helper()
	for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	got := fields{}
	var gather func(reflect.Type)
	gather = func(of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case f.Anonymous:
				gather(f.Type)
			case f.IsExported() && name != "-":
				got[name] = nil
				if within := want[name]; within != nil {
					same(t, where+"."+name, f.Type, within)
				}
			}
		}
	}
	gather(of)
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Errorf("%s is written with %v, and read with %v", where, g, w)
	}
}

// TestThePageReadsWhatTheServerWrites compares the field names that the server writes with those that the page reads.
func TestThePageReadsWhatTheServerWrites(t *testing.T) {
	source, err := os.ReadFile("ui/api.ts")
	if err != nil {
		t.Fatal(err)
	}
	read := interfacesOf(t, string(source))
	for name, written := range map[string]any{
		"Session": sessionData{}, "Moment": bodies.Moment{}, "Rows": bodies.Rows{}, "Level": bodies.Level{},
		"Chunk": bodies.Chunk{},
		"Scene": bodies.Scene{}, "Delta": bodies.Delta{}, "ChangeSet": changeSet{}, "Changes": changesData{},
		"Timeline": timelineData{}, "Branch": branchData{}, "ModelEntry": modelData{}, "Approval": approvalData{},
		"Decision": decisionData{}, "Overlaps": overlapsData{}, "RequestOverlap": app.RequestOverlap{},
	} {
		if read[name] == nil {
			t.Errorf("the page has no %s", name)
			continue
		}
		same(t, name, reflect.TypeOf(written), read[name])
	}
}
