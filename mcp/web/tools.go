package web

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// pageTools lists the tools that the page may call. The person can use all tools in other ways, but a manipulated page
// must not reach further than the page needs.
var pageTools = []string{
	"add_task", "clash_detection", "code_compliance", "complete_task", "config_get", "create_branch", "create_plan",
	"delete_branch", "diff_branches", "diff_revisions", "element_history", "export_ifc", "export_mesh",
	"export_table", "generate_schedule", "get_approval", "get_element", "get_task", "get_validation_run",
	"list_approvals", "list_artifacts", "list_audit", "list_branches", "list_events", "list_models", "list_tasks",
	"list_validation_runs", "measure", "merge_branch", "model_overview", "model_quality", "quantity_takeoff",
	"query_elements", "relationship_query", "reopen_task", "resolve_conflict", "room_analysis", "run_list",
	"run_status", "server_health", "tag_revision", "task_next_actions", "undo", "update_finding", "update_task",
}

// callTool serves POST /api/tools/NAME: it calls a tool through the whole chain.
func (s *Server) callTool(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	tool := r.PathValue("tool")
	if !slices.Contains(pageTools, tool) {
		return state.Errorf(state.NotFound, "the page does not call a tool %q", tool).With("tool", tool)
	}
	arguments, err := io.ReadAll(r.Body)
	if err != nil {
		return state.Errorf(state.OperationTooLarge, "the arguments are longer than %d bytes", maxBody)
	}
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	if !json.Valid(arguments) {
		return state.Errorf(state.InvalidInput, "the arguments are no JSON")
	}
	e := s.config.Server.Call(r.Context(), tool, arguments)
	status := http.StatusOK
	if e.Error != nil {
		status = statusOf(state.Code(e.Error.Code))
	}
	answerStatus(w, status, e)
	return nil
}
