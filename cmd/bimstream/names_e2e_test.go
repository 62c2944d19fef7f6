package main

import "testing"

// TestNamesStandForIDsInEveryTool replaces ids of the model and of elements by names in the baseline call of every
// tool: a call that succeeds with the id must succeed with the name.
func TestNamesStandForIDsInEveryTool(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	h := buildHouse(t, s, "House of names")
	names := s.uniqueNames(h.Model)
	names[h.Model] = "House of names"
	named := 0
	for _, b := range h.baselines(s.where(h.Model).Revision) {
		args := with(b.args, nil)
		delete(args, "at")
		delete(args, "idempotency_key")
		if _, changes := args["dry_run"]; changes {
			args["dry_run"] = true
			delete(args, "expected_revision")
		}
		byName, found := nameIn(args, names)
		if !found || !s.ask(b.tool, args).Success {
			continue
		}
		named++
		if a := s.ask(b.tool, byName); !a.Success {
			t.Errorf("%s by names: %s\n\t%s", b.tool, clip(a.Text), short(byName))
		}
	}
	if named < 100 {
		t.Errorf("only %d calls had an id of something with a name of its own", named)
	}
}

// uniqueNames returns the names of the elements of a model that are unique.
func (s *server) uniqueNames(model string) map[string]string {
	s.t.Helper()
	var page struct {
		Elements []struct {
			ID   string `json:"element_id"`
			Name string
		}
		NextCursor string `json:"next_cursor"`
	}
	names, counts := map[string]string{}, map[string]int{}
	for {
		args := arguments{"model_id": model, "limit": 100}
		if page.NextCursor != "" {
			args["cursor"] = page.NextCursor
		}
		page.NextCursor, page.Elements = "", nil
		s.must("query_elements", args, &page)
		for _, e := range page.Elements {
			names[e.ID] = e.Name
			counts[e.Name]++
		}
		if page.NextCursor == "" {
			break
		}
	}
	for id, name := range names {
		if name == "" || counts[name] > 1 {
			delete(names, id)
		}
	}
	return names
}

// nameIn returns arguments with names in place of ids, and reports whether it replaced any.
func nameIn(args arguments, names map[string]string) (arguments, bool) {
	out, any := arguments{}, false
	for key, value := range args {
		replaced, found := nameInValue(value, names)
		out[key], any = replaced, any || found
	}
	return out, any
}

func nameInValue(value any, names map[string]string) (any, bool) {
	switch v := value.(type) {
	case string:
		if name, ok := names[v]; ok {
			return name, true
		}
	case []string:
		out, any := make([]string, len(v)), false
		for i, item := range v {
			replaced, found := nameInValue(item, names)
			out[i], any = replaced.(string), any || found
		}
		return out, any
	case arguments:
		return nameIn(v, names)
	case []arguments:
		out, any := make([]arguments, len(v)), false
		for i, item := range v {
			replaced, found := nameIn(item, names)
			out[i], any = replaced, any || found
		}
		return out, any
	}
	return value, false
}
