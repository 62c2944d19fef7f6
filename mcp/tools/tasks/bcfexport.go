package tasks

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/validation"
)

// BcfGrouping is what brings findings together in one topic.
type BcfGrouping string

// Enum lists the groupings.
func (BcfGrouping) Enum() []string { return []string{"none", "element", "category", "level", "rule"} }

type ExportBCF struct {
	RunID     string              `json:"validation_run_id,omitempty" jsonschema:"the recorded check whose findings become topics; or give issues"`
	Issues    []bcfIssue          `json:"issues,omitempty" jsonschema:"topics that are given here"`
	Tasks     []taskRef           `json:"task_ids,omitempty" jsonschema:"or give tasks of yours, by id or title"`
	AllTasks  bool                `json:"all_tasks,omitempty" jsonschema:"or all tasks that you see"`
	Keys      []string            `json:"keys,omitempty" jsonschema:"only these findings of the run; default all"`
	Statuses  []validation.Status `json:"statuses,omitempty" jsonschema:"only findings that now have one of these; default new, active, reviewed"`
	GroupBy   BcfGrouping         `json:"group_by,omitempty" jsonschema:"findings of one group become one topic with a viewpoint each; default none: a topic each"`
	Version   bcf.Version         `json:"version,omitempty" jsonschema:"default 2.1, which most programs read"`
	MaxTopics int                 `json:"max_topics,omitempty" jsonschema:"of the gravest findings; default 200, at most 1000"`
	NoPicture bool                `json:"no_snapshots,omitempty" jsonschema:"leave out the pictures, which some programs insist on"`
	FileName  string              `json:"file_name,omitempty" jsonschema:"in the server's output folder; default from model and revision"`
	ModelID   string              `json:"model_id,omitempty"`
	Branch    string              `json:"branch,omitempty" jsonschema:"of issues; a run has its own"`
	At        mcp.At              `json:"at,omitempty" jsonschema:"of issues; a run is of the revision that it checked"`
	DryRun    bool                `json:"dry_run,omitempty"`
}

// bcfIssue is a topic that the caller gives.
type bcfIssue struct {
	Title       string           `json:"title" jsonschema:"names it: the same title is the same topic in every export"`
	Description string           `json:"description,omitempty"`
	ElementIDs  []domain.ID      `json:"element_ids,omitempty" jsonschema:"what it is about"`
	Location    *geometry.Point3 `json:"location,omitempty" jsonschema:"where to look; default at the elements"`
	Type        string           `json:"type,omitempty" jsonschema:"default Issue"`
	Priority    string           `json:"urgency,omitempty" jsonschema:"the priority of the topic, in the words of the project, such as High"`
	AssignedTo  string           `json:"assigned_to,omitempty" jsonschema:"who is to deal with it"`
}

const bcfTopicsMost = 1000

// sources counts what an export is asked to be made of.
func (a *ExportBCF) sources() (n int) {
	for _, given := range []bool{a.RunID != "", len(a.Issues) > 0, len(a.Tasks) > 0, a.AllTasks} {
		if given {
			n++
		}
	}
	return n
}

func (a *ExportBCF) Check() error {
	switch {
	case a.sources() != 1:
		return domain.Errorf(domain.InvalidInput,
			"give one of validation_run_id (a recorded check), issues, task_ids and all_tasks").With("parameter",
			"validation_run_id")
	case a.RunID == "" && len(a.Keys)+len(a.Statuses) > 0:
		return domain.Errorf(domain.InvalidInput,
			"keys and statuses are of the findings of a run: leave them out without one").With("parameter", "keys")
	case a.MaxTopics < 1 || a.MaxTopics > bcfTopicsMost:
		return domain.Errorf(domain.OutOfRange, "max_topics is %d: give 1 to %d", a.MaxTopics,
			bcfTopicsMost).With("parameter", "max_topics").With("limit", bcfTopicsMost)
	}
	if len(a.Statuses) == 0 {
		a.Statuses = []validation.Status{validation.New, validation.Active, validation.Reviewed}
	}
	return nil
}
