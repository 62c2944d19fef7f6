package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// durable is the state of a data folder without the record of calls: the revision of each stream, and the digest of
// each file that can be read.
type durable map[string]string

// durableOf reads the state of a store as another process sees it.
func durableOf(t *testing.T, db *sql.DB, data string) durable {
	t.Helper()
	out := durable{}
	rows, err := db.Query(`SELECT name, revision FROM streams
		WHERE name NOT LIKE 'audit.%' AND name NOT LIKE 'heads.%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name, revision string
		if err := rows.Scan(&name, &revision); err != nil {
			t.Fatal(err)
		}
		out[name] = revision
	}
	err = filepath.WalkDir(filepath.Join(data, "output"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		sum := sha256.Sum256(text)
		out[path] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return out
}

// unlike returns the names in which two states differ.
func (d durable) unlike(other durable) (names []string) {
	for name := range d {
		if d[name] != other[name] {
			names = append(names, name)
		}
	}
	for name := range other {
		if _, known := d[name]; !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TestHintsAreTrue makes the calls of all tools twice, without dry run, and makes each change of a model on a separate
// branch. Read-only calls must change nothing. The second call of an idempotent tool must change nothing more. Calls
// that are not destructive must delete nothing and change no existing value.
func TestHintsAreTrue(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	h := buildHouse(t, s, "Hints")
	h.askApproval(t, s)
	h.linkSecond(s)
	s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "baseline.ifc", "model_id": h.Model}, nil)
	tools, tried, refusals := s.tools(), map[string]bool{}, map[string]string{}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(data, "bimstream.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for i, b := range h.baselines(s.where(h.Model).Revision) {
		args := maps.Clone(b.args)
		delete(args, "expected_revision")
		if args["dry_run"] == true {
			args["dry_run"] = false
		}
		if b.tool != "create_branch" && tools[b.tool].Meta.Category == "mutation" && args["branch"] == "main" {
			args["branch"] = fmt.Sprint("hint", i)
			s.must("create_branch", arguments{"model_id": h.Model, "name": args["branch"]}, nil)
		}
		before := durableOf(t, db, data)
		first := s.ask(b.tool, args)
		if !first.Success { // it works only on main
			args["branch"] = "main"
			first = s.ask(b.tool, args)
		}
		after := durableOf(t, db, data)
		s.ask(b.tool, args)
		again := durableOf(t, db, data)
		hints := tools[b.tool].Hints
		if changed := before.unlike(after); hints.ReadOnly && len(changed) > 0 {
			t.Errorf("%s is read only and changes %v", b.tool, changed)
		}
		if changed := after.unlike(again); hints.Idempotent && len(changed) > 0 {
			t.Errorf("%s is idempotent and changes the second time %v\n%s", b.tool, changed, short(args))
		}
		if hints.ReadOnly && hints.Destructive || hints.OpenWorld != reachingOut[b.tool] {
			t.Errorf("%s: %+v", b.tool, hints)
		}
		if gone := notOnlyAdded(first); !hints.Destructive && gone != "" {
			t.Errorf("%s is not destructive and reaches %s\n%s", b.tool, gone, short(args))
		}
		if tried[b.tool] = tried[b.tool] || first.Success; !first.Success {
			refusals[b.tool] = clip(first.Text)
		}
	}
	for name := range tools {
		if !tried[name] {
			t.Errorf("%s was not tried: %s", name, refusals[name])
		}
	}
}

// reachingOut are the tools that run an external program from the operator's list, so that they reach beyond the store.
var reachingOut = map[string]bool{"check_external": true}

// notOnlyAdded describes the deleted and changed elements in a reply. It ignores elements that changed because of the
// added ones.
func notOnlyAdded(a answer) string {
	var reached struct {
		Deleted, Modified []struct {
			Name    string `json:"name"`
			Derived bool   `json:"derived"`
		}
	}
	if !a.Success || a.DryRun != nil || json.Unmarshal(a.Data, &reached) != nil {
		return ""
	}
	var out []string
	for _, e := range reached.Deleted {
		out = append(out, "deleted "+e.Name)
	}
	for _, e := range reached.Modified {
		if !e.Derived {
			out = append(out, "modified "+e.Name)
		}
	}
	return strings.Join(out, ", ")
}
