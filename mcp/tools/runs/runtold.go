package runs

import (
	"bytes"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// unnamedMessage replaces a message of the server about the base of a run if the reader may not read that branch.
const unnamedMessage = "it is about the base of the run, a branch that you may not read"

// branchesTool creates the branch of a run; the message of its refusal names the base.
const branchesTool = "create_branch"

// toldRun returns a run as the caller may see it. A caller may be able to read the run's branch but not its base. Such
// a caller does not see the name and revision of the base, nor messages about it. The steps and their reasons stay,
// because they belong to the run's branch.
func toldRun(to mcp.Principal, r *runs.Run) *runs.Run {
	if to.ReadsBranch(r.Config.Base) {
		return r
	}
	out := *r
	out.Config.Base, out.BaseRevision = app.UnnamedBranch, 0
	if out.Why != "" && out.StepsDone == 0 && out.Report == nil { // the reason may be that the branch was refused
		out.Why = unnamedMessage
	}
	if r.Failure != nil && r.Failure.Tool == branchesTool {
		failure := *r.Failure
		failure.Message = unnamedMessage
		out.Failure = &failure
	}
	if r.Asked != nil {
		asked := *r.Asked
		asked.Message = unnamedMessage
		out.Asked = &asked
	}
	return &out
}

// withoutBase rewrites an entry of a run's log for a caller who may not read the run's base.
func withoutBase(e *app.EventEntry) error {
	decoder := json.NewDecoder(bytes.NewReader(e.Data))
	decoder.UseNumber()
	var data map[string]any
	if err := decoder.Decode(&data); err != nil {
		return err
	}
	switch e.Type {
	case "run.created":
		if config, ok := data["configuration"].(map[string]any); ok {
			config["base"] = app.UnnamedBranch
		}
		delete(data, "base_revision")
	case "run.merge_asked":
		data["message"] = unnamedMessage
	case "run.item_failed":
		if data["tool"] != branchesTool {
			return nil
		}
		data["message"] = unnamedMessage
	default:
		return nil
	}
	text, err := json.Marshal(data)
	e.Data = text
	return err
}
