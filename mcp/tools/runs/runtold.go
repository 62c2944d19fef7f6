package runs

import (
	"bytes"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// unnamedMessage stands for what the server said of the base of a run, where the reader may not read that branch.
const unnamedMessage = "it is about the base of the run, a branch that you may not read"

// branchesTool makes the branch of a run; that it was refused is said in words of the base.
const branchesTool = "create_branch"

// toldRun returns a run as a caller is told of it. Who reads its branch and not the base is not told which branch that
// is, where it stood, nor what was said of it; the owner's steps and their reasons are of the run's branch.
func toldRun(to mcp.Principal, r *runs.Run) *runs.Run {
	if to.ReadsBranch(r.Config.Base) {
		return r
	}
	out := *r
	out.Config.Base, out.BaseRevision = app.UnnamedBranch, 0
	if out.Why != "" && out.StepsDone == 0 && out.Report == nil { // it may be that the branch was refused
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

// withoutBase rewrites an entry of the log of a run for a caller who may not read its base.
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
