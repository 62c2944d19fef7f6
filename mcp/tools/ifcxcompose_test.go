package tools

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"testing"
)

// ifcxFile is a decoded document of IFC5's alpha draft.
type ifcxFile struct {
	Header  map[string]any
	Imports []struct{ URI string }
	Schemas map[string]struct{ Value ifcxKind }
	Data    []struct {
		Path               string
		Children, Inherits map[string]*string
		Attributes         map[string]any
	}
}

// ifcxKind is a description of values in the draft's language.
type ifcxKind struct {
	DataType          string
	ArrayRestrictions struct{ Value *ifcxKind }
	ObjectRestriction *struct{ Values map[string]ifcxKind } `json:"objectRestrictions"`
}

// fits returns what is wrong with a value, in the manner of the draft's validation.
func (k *ifcxKind) fits(value any) error {
	var ok bool
	switch k.DataType {
	case "String":
		_, ok = value.(string)
	case "Boolean":
		_, ok = value.(bool)
	case "Real", "Integer":
		_, ok = value.(float64)
	case "Array":
		list, is := value.([]any)
		for _, e := range list {
			if err := k.ArrayRestrictions.Value.fits(e); err != nil {
				return err
			}
		}
		ok = is
	case "Object":
		object, is := value.(map[string]any)
		_, isList := value.([]any)
		if ok = is || isList; k.ObjectRestriction == nil {
			break
		}
		for name, member := range k.ObjectRestriction.Values {
			if err := member.fits(object[name]); err != nil {
				return err
			}
		}
	}
	if !ok {
		return fmt.Errorf("%v is no %s", value, k.DataType)
	}
	return nil
}

// ifcxNode is the composed node of a path in a stack of layers.
type ifcxNode struct {
	children, inherits map[string]string // "" for a removed child
	attributes         map[string]any
}

// ifcxStack composes layers by the draft's rules: the last value of a name counts.
type ifcxStack struct {
	schemas map[string]struct{ Value ifcxKind }
	nodes   map[string]*ifcxNode
}

func newIFCXStack() *ifcxStack {
	return &ifcxStack{map[string]struct{ Value ifcxKind }{}, map[string]*ifcxNode{}}
}

func (s *ifcxStack) add(t *testing.T, f ifcxFile) {
	t.Helper()
	maps.Copy(s.schemas, f.Schemas)
	for _, n := range f.Data {
		is := s.nodes[n.Path]
		if is == nil {
			is = &ifcxNode{map[string]string{}, map[string]string{}, map[string]any{}}
			s.nodes[n.Path] = is
		}
		for name, path := range n.Children {
			is.children[name] = ""
			if path != nil {
				is.children[name] = *path
			}
		}
		for name, path := range n.Inherits {
			delete(is.inherits, name)
			if path != nil {
				is.inherits[name] = *path
			}
		}
		for name, value := range n.Attributes {
			k, declared := s.schemas[name]
			if !declared {
				t.Fatalf("%s: %s is not declared", n.Path, name)
			}
			if err := k.Value.fits(value); err != nil {
				t.Fatalf("%s: %s: %v", n.Path, name, err)
			}
			is.attributes[name] = value
		}
	}
}

// attributes returns the attributes of a node; its own override inherited ones.
func (s *ifcxStack) attributes(path string) map[string]any {
	out, n := map[string]any{}, s.nodes[path]
	if n == nil {
		return out
	}
	if len(n.inherits) > 1 {
		panic("which of several inherited nodes is stronger depends on the reader")
	}
	for _, from := range n.inherits {
		maps.Copy(out, s.attributes(from))
	}
	maps.Copy(out, n.attributes)
	return out
}

// roots returns the nodes that no other node refers to.
func (s *ifcxStack) roots() (out []string) {
	named := map[string]bool{}
	for _, n := range s.nodes {
		for _, names := range []map[string]string{n.children, n.inherits} {
			for _, path := range names {
				named[path] = true
			}
		}
	}
	for path := range s.nodes {
		if !named[path] {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}

// tree collects the attributes of all nodes below a node, by the names on the path to them. It leaves out the defaults:
// being visible and not deleted.
func (s *ifcxStack) tree(path, at string, into map[string]string) {
	attributes := s.attributes(path)
	if v, _ := attributes["usd::usdgeom::visibility"].(map[string]any); v["visibility"] == "inherited" {
		delete(attributes, "usd::usdgeom::visibility")
	}
	if attributes["ifclite::deleted"] == false {
		delete(attributes, "ifclite::deleted")
	}
	text, err := json.Marshal(attributes)
	if err != nil {
		panic(err)
	}
	into[at+"="+path] = string(text)
	if n := s.nodes[path]; n != nil {
		for name, child := range n.children {
			if child != "" {
				s.tree(child, at+"/"+name, into)
			}
		}
	}
}

// drawn collects the meshes that a viewer shows below a node, with their placements.
func (s *ifcxStack) drawn(from string, hidden bool, into *[]string) {
	attributes := s.attributes(from)
	if v, is := attributes["usd::usdgeom::visibility"].(map[string]any); is {
		hidden = v["visibility"] == "invisible"
	}
	if mesh, is := attributes["usd::usdgeom::mesh"]; is && !hidden {
		text, err := json.Marshal([]any{mesh, attributes["usd::xformop"]})
		if err != nil {
			panic(err)
		}
		*into = append(*into, string(text))
	}
	for _, child := range s.nodes[from].children {
		if child != "" {
			s.drawn(child, hidden, into)
		}
	}
}

// allDrawn returns the meshes below all roots, in order.
func (s *ifcxStack) allDrawn() (out []string) {
	for _, root := range s.roots() {
		s.drawn(root, false, &out)
	}
	slices.Sort(out)
	return out
}

func readIFCX(t *testing.T, text []byte) (f ifcxFile) {
	t.Helper()
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "ifcxVersion", "dataVersion", "author", "timestamp"} {
		if told, _ := f.Header[name].(string); told == "" {
			t.Errorf("the header has no %s: %v", name, f.Header)
		}
	}
	return f
}

// readIFCXArchive returns the files of an archive in the order in which the stack file names them.
func readIFCXArchive(t *testing.T, text []byte) (out []ifcxFile) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	open := func(name string) ifcxFile {
		f, err := archive.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		inside, err := io.ReadAll(f)
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		return readIFCX(t, inside)
	}
	for _, layer := range open("stack.ifcx").Imports {
		out = append(out, open(layer.URI))
	}
	if len(out) != len(archive.File)-1 {
		t.Fatalf("the stack names %d of %d files", len(out), len(archive.File)-1)
	}
	return out
}
