package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/export"
)

// exportedAgain exports an imported model, imports that file and returns how the two models differ, or "" if they are
// equal. A model that cannot be exported, because nothing is left of an element, returns an error of the domain.
func exportedAgain(m *state.Model) (difference string, err error) {
	var out bytes.Buffer
	if _, err := export.Write(context.Background(), &out, m,
		export.Options{Schema: export.SchemaIFC4, Stamp: time.Unix(0, 0).UTC()}); err != nil {
		return "", err
	}
	again, _, err := imported(out.Bytes())
	if err != nil {
		return "", err
	}
	var ids []state.ID
	for _, each := range []*state.Model{m, again} {
		each.Each(func(e *state.Element) bool { ids = append(ids, e.ID); return true })
		for _, t := range each.Types() {
			ids = append(ids, t.ID)
		}
		for _, material := range each.Materials() {
			ids = append(ids, material.ID)
		}
	}
	d := merge.Diff(m, again, unique(ids))
	if d.Len() == 0 {
		return "", nil
	}
	text, err := json.Marshal(d)
	return fmt.Sprintf("%.400s", text), err
}

func unique(ids []state.ID) []state.ID {
	seen := map[state.ID]bool{}
	var out []state.ID
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}
