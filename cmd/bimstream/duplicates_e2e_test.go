package main

import (
	"strings"
	"testing"
)

// TestACopyInPlaceOfAJoinedWallIsADuplicate checks that a wall at the exact place of a joined wall is found as a
// duplicate, although the join cuts one of the bodies. The reply of the call that creates it must warn of it.
func TestACopyInPlaceOfAJoinedWallIsADuplicate(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.do("create_model", arguments{"name": "Duplicates"})
	s.do("create_level", arguments{"name": "Ground", "elevation": 0})
	wall := func(name string, start, end []int) arguments {
		return arguments{"name": name, "level_id": "Ground", "start": start, "end": end, "height": 2800,
			"thickness": 200}
	}
	s.do("create_wall", wall("South", []int{0, 0}, []int{6000, 0}))
	s.do("create_wall", wall("East", []int{6000, 0}, []int{6000, 4000}))
	s.do("join_elements", arguments{"element_ids": []string{"South", "East"}, "join_type": "mitre"})
	a := s.must("create_wall", wall("Copy", []int{0, 0}, []int{6000, 0}), nil)
	told := false
	for _, w := range a.Warnings {
		told = told || w.Code == "UNSOUND" && strings.Contains(string(a.Text), "MQ-12")
	}
	if !told {
		t.Errorf("the reply does not warn: %s", a.Text)
	}
	var found ruleReply
	s.must("model_quality", arguments{"rule_ids": []string{"MQ-12"}}, &found)
	if len(found.Issues) == 0 || len(found.Issues[0].Elements) != 2 {
		t.Errorf("model_quality finds %+v", found.Issues)
	}
	s.do("delete_element", arguments{"element_ids": []string{"Copy"}})
	s.must("model_quality", arguments{"rule_ids": []string{"MQ-12"}}, &found)
	if len(found.Issues) != 0 {
		t.Errorf("after the copy has gone %+v", found.Issues)
	}
}
