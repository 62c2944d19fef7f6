package main

// work holds the tasks and runs of the small house.
type work struct {
	Task, Earlier, Done                  string // Earlier comes first, Done is completed
	ready, fixing, paused, toBeCancelled string // runs in these states
	plan, view                           string // a drawing, and the view that it shows
	Closing, Session                     string // sessions; changes are recorded in the second one
	Record                               string // the first one of Session
}

// workOn adds tasks and runs to the house. The tools of runs need runs in different states, and workOn adds one in each
// of these states.
func (h *smallHouse) workOn(s *server) {
	s.t.Helper()
	task := func(title string) string {
		var added struct {
			ID string `json:"task_id"`
		}
		s.must("add_task", arguments{"model_id": h.Model, "title": title, "share": []string{"*"}}, &added)
		return added.ID
	}
	h.Task, h.Earlier = task("Later"), task("Earlier")
	h.Done = task("Done")
	s.must("complete_task", arguments{"model_id": h.Model, "task_id": h.Done}, nil)
	var list struct {
		Artifacts []struct {
			ID string `json:"artifact_id"`
		} `json:"artifacts"`
	}
	s.must("issue_sheets", arguments{"model_id": h.Model, "index": "P0", "sheets": []arguments{{
		"views": []arguments{{"schedule": "door"}}}}}, nil)
	var view struct {
		ID string `json:"view_id"`
	}
	s.must("create_plan", arguments{"model_id": h.Model, "level_id": h.Ground, "scale": 200, "format": "svg",
		"file_name": "work-" + h.Model + ".svg"}, &view)
	s.must("list_artifacts", arguments{"model_id": h.Model}, &list)
	h.plan, h.view = list.Artifacts[0].ID, view.ID
	named, marked := h.completeness("name"), h.completeness("Pset_Test.Mark")
	values := arguments{"Pset_Test.Mark": "x"}
	step := []arguments{{"tool": "place_door", "args": arguments{"wall_id": h.Free, "offset": 9500,
		"width": 900, "height": 2100}}}
	h.ready = h.start(s, arguments{"name": "ready", "gates": named}, "ready_to_merge")
	h.toBeCancelled = h.start(s, arguments{"name": "cancel", "gates": named}, "ready_to_merge")
	h.fixing = h.start(s, arguments{"name": "fix", "gates": marked, "values": values}, "fixing")
	h.paused = h.start(s, arguments{"name": "paused", "gates": named, "steps": step}, "paused")
	session := func() (id, record string) {
		var started struct {
			ID string `json:"session_id"`
		}
		a := s.must("audit_session_start", arguments{"model_id": h.Model, "purpose": "to try every tool"}, &started)
		return started.ID, *a.EventID
	}
	h.Closing, _ = session()
	h.Session, h.Record = session()
}

func (h *smallHouse) completeness(required string) []arguments {
	return []arguments{{"name": "data", "tool": "data_completeness", "allow_undecided": true,
		"args": arguments{"required_params": []string{required}, "rule_ids": []string{"DC-1"}}}}
}

func (h *smallHouse) start(s *server, configuration arguments, state string) string {
	s.t.Helper()
	var run struct {
		ID    string `json:"run_id"`
		State string `json:"state"`
	}
	a := s.must("run_start", arguments{"model_id": h.Model, "configuration": configuration}, &run)
	if run.State != state {
		s.t.Fatalf("the run is %s: %s", run.State, a.Text)
	}
	return run.ID
}

// workBaselines returns the baselines of tasks and runs.
func (h smallHouse) workBaselines() []baseline {
	change := arguments{"model_id": h.Model, "branch": "main", "dry_run": false,
		"reasoning": "because", "expected_revision": 1}
	steer := arguments{"model_id": h.Model, "dry_run": false, "reasoning": "because"}
	fields := arguments{"description": "d", "task_type": "clash", "priority": "high", "labels": []string{"l"},
		"assignee": "ann", "due": "2026-03-31", "stage": "s",
		"element_ids": []string{h.South}, "findings": []string{h.Finding}, "viewpoint": arguments{},
		"depends_on": []string{h.Earlier},
		"links":      []arguments{{"url": "https://example.org/a", "title": "t"}}, "share": []string{"*"}}
	adding := with(with(change, fields), arguments{"title": "t"})
	delete(adding, "expected_revision")
	unversioned := with(change, arguments{})
	delete(unversioned, "expected_revision")
	paged := arguments{"model_id": h.Model, "limit": 5}
	return []baseline{
		{"add_task", adding},
		{"get_task", arguments{"task_id": h.Task, "model_id": h.Model}},
		{"list_tasks", with(paged, arguments{"statuses": []string{"open"}, "assignee": "ann", "label": "l",
			"element_id": h.South, "finding": h.Finding, "text": "later"})},
		{"list_tasks", with(paged, arguments{"status": "pending"})},
		{"task_next_actions", with(paged, arguments{"branch": "main"})},
		{"update_task", with(with(change, fields), arguments{"task_id": h.Task, "title": "t",
			"status": "in_progress", "comment": "c"})},
		{"complete_task", with(change, arguments{"task_id": h.Earlier, "note": "n",
			"evidence": arguments{"kind": "validation_run", "id": h.Run}})},
		{"reopen_task", with(change, arguments{"task_id": h.Done, "expected_revision": 2})},
		{"delete_task", with(change, arguments{"task_id": h.Earlier})},
		{"audit_session_start", with(steer, arguments{"purpose": "p", "branch": "main", "idempotency_key": "s"})},
		{"thought_record", with(change, arguments{"session_id": h.Closing, "thought": "t", "kind": "plan",
			"element_ids": []string{h.South}})},
		{"thought_record_list", with(paged, arguments{"session_id": h.Session})},
		{"merkle_finalize", with(change, arguments{"session_id": h.Closing})},
		{"merkle_root", arguments{"session_id": h.Session, "size": 1, "model_id": h.Model}},
		{"merkle_proof", arguments{"session_id": h.Session, "event_id": h.Record, "model_id": h.Model}},
		{"merkle_proof", arguments{"session_id": h.Session, "index": 0, "size": 1, "model_id": h.Model}},
		{"merkle_proof", arguments{"session_id": h.Session, "from_size": 1, "size": 1, "model_id": h.Model}},
		{"set_task_policy", with(unversioned, arguments{"note": true, "evidence": false})},
		{"list_audit", arguments{"caller": "local", "tool": "create_wall", "outcome": "success",
			"element_id": h.South, "since": "2026-01-01", "until": "2090-01-01T00:00:00Z",
			"model_id": h.Model, "branch": "main", "limit": 5}},
		{"list_audit", arguments{"error": "NOT_FOUND"}},
		{"config_get", arguments{"key": "approval.people"}},
		{"config_set", with(steer, arguments{"key": "approval.lifetime_minutes", "value": "45",
			"branch": "main", "idempotency_key": "c"})},
		{"list_artifacts", with(paged, arguments{"branch": "main", "issue": "P0"})},
		{"get_artifact", arguments{"model_id": h.Model, "artifact_id": h.plan}},
		{"skill_list", arguments{"limit": 5}},
		{"skill_get", arguments{"name": "check-and-fix"}},
		{"run_start", with(steer, arguments{"configuration": arguments{"name": "another",
			"gates": h.completeness("name")}, "idempotency_key": "k"})},
		{"run_status", arguments{"run_id": h.ready, "model_id": h.Model}},
		{"run_list", with(paged, arguments{"states": []string{"fixing"}, "name": "fix", "owner": "local",
			"run_branch": "run/" + h.fixing[:8]})},
		{"run_artifact", arguments{"run_id": h.ready, "name": "log", "model_id": h.Model}},
		{"run_validate", with(steer, arguments{"run_id": h.ready})},
		{"run_fix_next", with(steer, arguments{"run_id": h.fixing})},
		{"run_resume", with(steer, arguments{"run_id": h.paused})},
		{"run_resume", with(steer, arguments{"run_id": h.paused, "step": arguments{"tool": "place_door",
			"args": arguments{"wall_id": h.Free, "offset": 1000, "width": 900, "height": 2100}}})},
		{"run_cancel", with(steer, arguments{"run_id": h.toBeCancelled})},
		{"run_open_merge", with(steer, arguments{"run_id": h.ready, "policy": "ours"})},
	}
}
