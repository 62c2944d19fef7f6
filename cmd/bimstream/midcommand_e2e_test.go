package main

import (
	"strings"
	"testing"
)

// TestEveryRevisionCanBeAskedAbout calls tools at several revisions. Some are in the middle of a change of several
// events, where a door exists but not yet its opening in the wall. The long form uses every revision.
func TestEveryRevisionCanBeAskedAbout(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "Revisions")
	s.do("move_element", arguments{"element_ids": []string{h.South}, "delta": mm{0, -500, 0}})
	s.do("delete_element", arguments{"element_ids": []string{h.Door}})
	last := s.revision()
	entries := s.events(h.Model, 0)
	for revision := range last + 1 {
		if !soak() && revision%10 != 0 && wholeAt(entries, revision) {
			continue
		}
		at := revision64(revision)
		var list struct {
			Elements []struct {
				ElementID string `json:"element_id"`
				Category  string `json:"category"`
			} `json:"elements"`
		}
		s.must("query_elements", arguments{"at": at, "limit": 500}, &list)
		for _, e := range list.Elements {
			s.answersAt(revision, "get_element", arguments{"element_id": e.ElementID, "at": at})
			s.answersAt(revision, "relationship_query",
				arguments{"element_id": e.ElementID, "relationship_type": "any", "at": at})
			if e.Category == "room" {
				s.answersAt(revision, "room_analysis", arguments{"room_id": e.ElementID, "at": at})
			}
		}
		s.answersAt(revision, "model_overview", arguments{"at": at, "include_state_hash": true})
		s.answersAt(revision, "spatial_query", arguments{"at": at, "point": mm{1000, 0, 1000}, "radius": 1000})
	}
	s.checkExportsOfAll(entries)
}

// wholeAt reports whether a revision is the last of its change.
func wholeAt(entries []entry, revision uint64) bool {
	return revision+1 == uint64(len(entries)) || entries[revision].CommandID != entries[revision+1].CommandID
}

// checkExportsOfAll checks that the revision after every change can be exported, and that a revision within a change is
// refused with the revisions around it.
func (s *server) checkExportsOfAll(entries []entry) {
	s.t.Helper()
	within := 0
	for i := range entries {
		revision := uint64(i)
		args := arguments{"schema": "IFC4", "at": revision64(revision)}
		if wholeAt(entries, revision) {
			if soak() || revision%10 == 0 {
				s.answersAt(revision, "export_ifc", args)
			}
			continue
		}
		within++
		a := s.ask("export_ifc", args)
		if a.code() != 1302 {
			s.t.Errorf("revision %d, within a change: %s", revision, clip(a.Text))
			continue
		}
		for _, allowed := range a.Error.Data["allowed"].([]any) {
			if whole := uint64(allowed.(float64)); !wholeAt(entries, whole) {
				s.t.Errorf("revision %d: %d is said to be whole", revision, whole)
			}
		}
	}
	if within == 0 {
		s.t.Error("no revision lies within a change")
	}
}

func (s *server) answersAt(revision uint64, tool string, args arguments) {
	s.t.Helper()
	if a := s.ask(tool, args); !a.Success {
		s.t.Errorf("revision %d, %s: %s", revision, strings.TrimSpace(short(args)), clip(a.Text))
	}
}
