package files

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

// bcfFinding is the source of a comment with a viewpoint: a finding of any check, or an issue.
type bcfFinding struct {
	key      string
	elements []validation.Element
	level    state.ID
	box      geometry.Box // empty if only the elements give a place
	kind     string       // type of the topic
	rule     string
	priority string
	title    string
	text     string
	assigned string
	state    validation.State
	created  time.Time
}

// bcfSource is the source of an export: findings of a run, or issues.
type bcfSource struct {
	view     *projections.View
	run      *validation.Run // nil for issues
	author   string
	findings []bcfFinding
	others   map[validation.Status]int // counts of the run's findings with a status not asked for
}

// bcfSource returns the findings of the run, or the issues, that the call asks for.
func (r *validations) bcfSource(ctx context.Context, c *mcp.Call, a *exportBCF) (*bcfSource, error) {
	if a.RunID == "" {
		return r.bcfIssues(ctx, c, a)
	}
	asked, run, found, err := r.AskRun(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	if err := a.checkRun(run); err != nil {
		return nil, err
	}
	v, err := r.Backend.CheckedView(ctx, asked.ModelID, run)
	if err != nil {
		return nil, err
	}
	out := &bcfSource{view: v, run: run, author: run.UserID, others: map[validation.Status]int{}}
	keys := slices.Clone(a.Keys)
	for _, f := range found.Findings {
		at := slices.Index(keys, f.Key)
		if len(a.Keys) > 0 && at < 0 {
			continue
		} else if at >= 0 {
			keys = slices.Delete(keys, at, at+1)
		}
		state, _ := asked.Record.State(run.Branch, f.Key, c.Now)
		if len(a.Keys) == 0 && !slices.Contains(a.Statuses, state.Status) {
			out.others[state.Status]++
			continue
		}
		one, err := bcfFindingOf(run, found, f)
		if err != nil {
			return nil, err
		}
		one.state, one.created = state, run.At
		if first, err := asked.Record.Run(state.First); err == nil {
			one.created = first.At
		}
		out.findings = append(out.findings, one)
	}
	if len(keys) > 0 {
		return nil, state.Errorf(state.NotFound, "the run has no finding %q: get_validation_run lists its keys",
			keys[0]).With("key", keys[0])
	}
	return out, nil
}

// warnings returns a warning if findings of the run are not in the file because of their current status.
func (s *bcfSource) warnings() []mcp.Warning {
	if s == nil || len(s.others) == 0 {
		return nil
	}
	return []mcp.Warning{{Code: "OTHER_STATUS",
		Message: "findings of the run that are approved or resolved by now, or have another status than those asked " +
			"for, are not in the file: give statuses, or keys, to take them",
		Data: map[string]any{"findings": s.others}}}
}

// bcfIssues returns the issues that a call gives.
func (r *validations) bcfIssues(ctx context.Context, c *mcp.Call, a *exportBCF) (*bcfSource, error) {
	v, err := r.Backend.ViewAt(ctx, c, &app.Page{})
	if err != nil {
		return nil, err
	}
	if err := app.NameArguments(v.Model, a); err != nil {
		return nil, err
	}
	out := &bcfSource{view: v, author: c.Principal.ID}
	titles := map[string]bool{}
	for _, issue := range a.Issues {
		title := strings.TrimSpace(issue.Title)
		if title == "" || titles[title] {
			return nil, state.Errorf(state.InvalidInput,
				"the title of an issue is blank or there twice: titles name topics").With("parameter", "issues")
		}
		titles[title] = true
		f := bcfFinding{
			key: "issue " + title, box: geometry.EmptyBox(), kind: cmp.Or(issue.Type, "Issue"),
			priority: issue.Priority, title: title,
			text: cmp.Or(strings.TrimSpace(issue.Description), title), assigned: issue.AssignedTo, created: v.At,
		}
		if p := issue.Location; p != nil {
			if !v.Model.Bounds().Contains(geometry.Box{Min: *p, Max: *p}) {
				return nil, state.Errorf(state.OutOfModelBounds,
					"the location of issue %q lies outside the model's bounds of %s mm about the world's origin",
					checks.Bounded(title), v.Model.Info().HalfExtent).With("parameter", "issues")
			}
			f.box = geometry.Box{Min: *p, Max: *p}
		}
		for _, id := range issue.ElementIDs {
			e, ok := checks.ElementsOf(v)(id)
			if !ok {
				return nil, state.Errorf(state.NotFound,
					"no element %q in this model and branch: list elements with query_elements",
					id).With("element_id", id)
			}
			f.elements = append(f.elements, e)
			f.level = cmp.Or(f.level, e.LevelID)
		}
		out.findings = append(out.findings, f)
	}
	return out, nil
}

// bcfFindingOf converts a recorded finding.
func bcfFindingOf(run *validation.Run, found *validation.Found, f validation.Finding) (bcfFinding, error) {
	var facts checks.RecordedFacts
	if err := json.Unmarshal(f.Data, &facts); err != nil {
		return bcfFinding{}, err
	}
	out := bcfFinding{key: f.Key, level: f.Level, box: geometry.EmptyBox()}
	for _, id := range f.Elements {
		if e, ok := found.Elements(id); ok {
			out.elements = append(out.elements, e)
		}
	}
	for _, p := range []*geometry.Point3{facts.Location, facts.At} {
		if p != nil {
			out.box = out.box.Extend(*p)
		}
	}
	if facts.Box != nil {
		out.box = out.box.Union(*facts.Box)
	}
	if run.Tool == validation.ClashDetection {
		out.clash(&facts)
	} else {
		out.breach(run.Tool, &facts)
	}
	return out, nil
}

// names returns the names of a finding's elements, shortened for a title.
func (f *bcfFinding) names() string {
	var out []string
	for _, e := range f.elements {
		out = append(out, cmp.Or(e.Name, string(e.ID)))
	}
	if len(out) > 4 {
		out = append(out[:3], fmt.Sprintf("%d more", len(out)-3))
	}
	return strings.Join(out, ", ")
}

// clash sets the title and the text for a clash.
func (f *bcfFinding) clash(facts *checks.RecordedFacts) {
	f.kind, f.rule, f.priority = "Clash", string(facts.Kind), "High"
	f.title = fmt.Sprintf("%s clash: %s", facts.Kind, f.names())
	var parts []string
	if facts.Volume > 0 {
		parts = append(parts, fmt.Sprintf("overlap %g m3", facts.Volume))
	}
	if facts.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %s mm", facts.Depth))
	}
	if facts.Distance != nil {
		f.priority = "Normal"
		parts = append(parts, fmt.Sprintf("gap %s mm", *facts.Distance))
	}
	if p := facts.Location; p != nil {
		parts = append(parts, fmt.Sprintf("at %s, %s, %s mm", p.X, p.Y, p.Z))
	}
	f.text = strings.Join(append([]string{f.title}, parts...), "\n")
}

// kindsOfSeverity maps the severity of a rule to the type and priority of a topic.
var kindsOfSeverity = map[string][2]string{"error": {"Error", "High"},
	"warning": {"Warning", "Normal"}, "info": {"Info", "Low"}}

// breach sets the title and the text for a violation of a rule of any kind.
func (f *bcfFinding) breach(tool validation.Tool, facts *checks.RecordedFacts) {
	f.rule = cmp.Or(facts.Rule, facts.Name, string(tool))
	kind, ok := kindsOfSeverity[facts.Severity]
	if !ok {
		kind = [2]string{"Error", "High"}
	}
	f.kind, f.priority = kind[0], kind[1]
	what := cmp.Or(facts.Message, facts.Asked, string(tool))
	f.title = clipped(strings.TrimSuffix(fmt.Sprintf("%s: %s: %s", f.rule, what, f.names()), ": "))
	lines := []string{what}
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	add("rule", strings.Join(slices.DeleteFunc([]string{facts.Standard, facts.Clause, f.rule},
		func(s string) bool { return s == "" }), ", "))
	add("asked", facts.Asked)
	add("found", facts.Found)
	add("attribute", facts.Attribute)
	add("suggestion", facts.Suggest)
	f.text = strings.Join(lines, "\n")
}

// clipped shortens a title to the length that lists of topics show.
func clipped(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// checkRun refuses a call that names another state than the run checked.
func (a *exportBCF) checkRun(run *validation.Run) error {
	switch {
	case a.Branch != "" && a.Branch != run.Branch:
		return state.Errorf(state.BranchMismatch, "the run checked branch %q: leave branch out", run.Branch).
			With("parameter", "branch").With("branch", run.Branch)
	case a.At != "" && string(a.At) != strconv.FormatUint(run.Revision, 10):
		return state.Errorf(state.OutOfRange, "the run checked revision %d: leave at out", run.Revision).
			With("parameter", "at").With("revision", run.Revision)
	}
	return nil
}
